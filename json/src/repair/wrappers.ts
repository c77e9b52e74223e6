import type { RepairKind, TextEdit } from './types.ts';

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
/** Begins with a value in brackets or quotes. */
const value = '(?=[\\[{("\'`])';
/** Text before a value, and the text after it that belongs to it. The first group of `end` is removed. */
const wrappers: { start: RegExp; end: RegExp }[] = [
  // Prefixes against the inclusion of JSON as a script.
  {
    start: /(?:\)\]\}',?|while\s*\(\s*(?:1|true)\s*\)\s*;?|for\s*\(\s*;\s*;\s*\)\s*;?|throw\s+1\s*;?|&&&START&&&|\{\}\s*&&)\s*(?=[[{"\d])/y,
    end: /$/,
  },
  // JSONP, and a call of a parser.
  {
    start: new RegExp(
      String.raw`(?:typeof\s+${name}(?:\.${name})*\s*===?\s*['"]function['"]\s*&&\s*)?(?:${name}(?:\.${name})*)\s*\(\s*(?=[\[{])`,
      'uy',
    ),
    end: /\)\s*;?\s*$/,
  },
  { start: /JSON\.parse\(\s*(?=["'`])|json\.loads\(\s*(?=["'`])|json_decode\(\s*(?=["'])/y, end: /\)\s*;?\s*$/ },
  { start: /\(\s*(?=[[{])/y, end: /\)\s*;?\s*$/ },
  // Assignments and exports.
  {
    start: new RegExp(
      String.raw`(?:export\s+default\s+|return\s+|(?:(?:export\s+)?(?:const|let|var|final|my|local)\s+)?\$?${name}(?:\.${name}|\[["'][^"'\n]*["']\])*(?:\s*:\s*[\w.<>\[\]\|]{1,80})?\s*:?=\s*)${value}`,
      'uy',
    ),
    end: /(?:\s+as\s+const)?\s*;?\s*$/,
  },
];

const quotePairs: Record<string, string> = { "'": "'", '`': '`', '\u2018': '\u2019', '\u201c': '\u201d' };

/** Removes code around JSON: a callback, an assignment, a prefix, or the quotes of a shell. @returns edits, or none. */
export function unwrap(text: string): TextEdit[] {
  const start = /^[\s\ufeff]*(?:\/\*\*?\/\s*)?/.exec(text)?.[0].length ?? 0;
  const end = text.trimEnd().length;
  const edits = (from: number, to: number, close: number, kind: RepairKind = 'wrapper'): TextEdit[] =>
    close < end
      ? [
          { from, to, text: '', kind },
          { from: close, to: end, text: '', kind },
        ]
      : [{ from, to, text: '', kind }];
  for (const { start: opening, end: closing } of wrappers) {
    opening.lastIndex = start;
    if (!opening.test(text)) continue;
    const from = opening.lastIndex;
    const tail = text.slice(Math.max(from, end - 200), end);
    const closed = closing.exec(tail);
    if (closed) return edits(start, from, end - tail.length + closed.index);
  }
  const quote = quotePairs[text[start] ?? ''];
  const statementEnd = /\s*;?\s*$/.exec(text.slice(Math.max(0, end - 10), end));
  const last = end - (statementEnd?.[0].length ?? 0) - 1;
  if (
    quote !== undefined &&
    last > start &&
    text[last] === quote &&
    /^\s*[[{]/.test(text.slice(start + 1, start + 100)) &&
    /[\]}]\s*$/.test(text.slice(Math.max(start + 1, last - 100), last))
  )
    return edits(start, start + 1, last);
  return [];
}

const fence = /^[ \t>]*(`{3,}|~{3,})[^\n`]*$/gm;

/** Removes Markdown fences, and the text around them. @returns edits, or none. */
export function removeFences(text: string): TextEdit[] {
  if (/^[\s\ufeff]*[{["]/.test(text)) return [];
  const edits: TextEdit[] = [];
  let [outside, opening] = [0, ''];
  /** Removes the text from `from` to `to`, which includes a fence. */
  const remove = (from: number, to: number) => {
    const kind = text.slice(from, to).replace(fence, '').trim() === '' ? 'fence' : 'text-around';
    edits.push({ from, to, text: edits.length > 0 && to < text.length ? '\n' : '', kind });
  };
  for (const { 0: line, 1: marks = '', index } of text.matchAll(fence)) {
    if (opening === '') {
      remove(outside, Math.min(text.length, index + line.length + 1));
      opening = marks;
    } else if (marks.startsWith(opening) && /^[ \t>]*[`~]+\s*$/.test(line)) {
      outside = index;
      opening = '';
    }
  }
  if (edits.length > 0 && opening === '') {
    edits.push({
      from: outside,
      to: text.length,
      text: '',
      kind: text.slice(outside).replace(fence, '').trim() === '' ? 'fence' : 'text-around',
    });
  }
  return edits;
}
