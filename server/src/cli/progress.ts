/** Progress of a long operation, shown only on a terminal and removed at the end. */
export interface Progress {
  (action: string, done?: number, total?: number): void;
  end(): void;
}

/** Shows progress on standard error, so that it does not mix with the command's output. */
export function showProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let shown = '';
  const show = (text: string) => {
    if (!out.isTTY || text === shown) return;
    shown = text;
    out.write(`\r\u001b[K${text}`);
  };
  const progress = (action: string, done?: number, total?: number) =>
    show(total ? `${action} … ${Math.floor((100 * (done ?? 0)) / total)} %` : `${action} …`);
  return Object.assign(progress, { end: () => show('') });
}
