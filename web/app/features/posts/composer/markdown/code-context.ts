/** The sign of quotes and lists before a fence. */
const container = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;

const isQuoted = (line: string): boolean => /^[ \t]*>/.test(line);

/** Whether the line that starts at `at` is in a fenced code block. */
export function isInFence(value: string, at: number): boolean {
  let fence = '';
  let isInQuote = false;
  const endWithQuote = (line: string) => {
    if (isInQuote && !isQuoted(line)) fence = '';
  };
  for (const line of value.slice(0, at).split('\n').slice(0, -1)) {
    endWithQuote(line);
    const [, mark = '', info = ''] = /^(`{3,}|~{3,})(.*)$/.exec(line.replace(container, '').trimEnd()) ?? [];
    if (!fence && mark && !(mark[0] === '`' && info.includes('`'))) [fence, isInQuote] = [mark, isQuoted(line)];
    else if (fence && mark.startsWith(fence) && info === '') fence = '';
  }
  endWithQuote(value.slice(at));
  return fence !== '';
}

/** Whether the text at `at` is code: in a fence, an indented block, or after a backtick of its paragraph that is still open. */
export function isInCode(value: string, at: number): boolean {
  const lineStart = value.slice(0, at).lastIndexOf('\n') + 1;
  if (isInFence(value, lineStart)) return true;
  const line = value.slice(lineStart, at);
  if (/^(?: {4}|\t)(?!\s*(?:[-*+>]|\d{1,9}[.)])\s)/.test(line)) return true;
  const paragraph =
    value
      .slice(0, at)
      .split(/\n[ \t>]*\r?\n/)
      .at(-1) ?? '';
  return hasOpenBacktick(paragraph);
}

/** Whether a run of backticks is without a run of the same length after it. */
function hasOpenBacktick(text: string): boolean {
  let open = 0;
  for (const [run] of text.matchAll(/\\[\\`]|`+/g)) {
    if (run.startsWith('\\') && (open === 0 || run !== '\\`')) continue;
    const { length } = run.replace('\\', ''); // a backslash has no meaning in code
    if (open === 0) open = length;
    else if (open === length) open = 0;
  }
  return open > 0;
}
