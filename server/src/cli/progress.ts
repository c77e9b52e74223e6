/** How far a long piece of work is; shown on a terminal only, and gone when it is done. */
export interface Progress {
  (what: string, done?: number, total?: number): void;
  end(): void;
}

/** On standard error, so that it never mixes with what a command prints. */
export function showProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let shown = '';
  const show = (text: string) => {
    if (!out.isTTY || text === shown) return;
    shown = text;
    out.write(`\r\u001b[K${text}`);
  };
  const progress = (what: string, done?: number, total?: number) =>
    show(total ? `${what} … ${Math.floor((100 * (done ?? 0)) / total)} %` : `${what} …`);
  return Object.assign(progress, { end: () => show('') });
}
