import { decodeQuoted, type Quoted } from './escaped.ts';
import type { TextEdit } from './types.ts';

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
/** Begins with a value in brackets or quotes. */
const value = '(?=[\\[{("\'`])';
/** Text before a value, and the text after it that belongs to it. `parses`: the value is a literal of a programming language. */
const wrappers: { start: RegExp; end: RegExp; parses?: true }[] = [
  // Prefixes against the inclusion of JSON as a script.
  {
    start:
      /(?:\)\]\}['"]?,?|while\s*\(\s*(?:1|true)\s*\)(?:\s*;)?|for\s*\(\s*;\s*;\s*\)(?:\s*;)?|throw\s+1(?:\s*;)?|&&&START&&&|\{\}\s*&&)\s*(?=[[{"\d])/y,
    end: /$/,
  },
  // JSONP, and a call of a parser.
  {
    start: new RegExp(
      String.raw`(?:typeof\s+${name}(?:\.${name})*\s*===?\s*['"]function['"]\s*&&\s*)?(?:${name}(?:\.${name}|\[(?:\d+|["'][^"'\n]{0,80}["'])\])*)\s*\(\s*(?=[\[{])`,
      'uy',
    ),
    end: /\)\s*;?\s*$/,
  },
  {
    start: /JSON\.parse\(\s*(?=["'`])|json\.loads\(\s*(?=["'])|json_decode\(\s*(?=["'])/y,
    end: /\)\s*;?\s*$/,
    parses: true,
  },
  { start: /\(\s*(?=[[{])/y, end: /\)\s*;?\s*$/ },
  // The length of an array, as browsers log it.
  { start: /\(\d+\)\s*(?=\[)/y, end: /$/ },
  // Fences on the line of the JSON.
  { start: /`{3,}\w*\s*(?=[[{])/y, end: /`{3,}\s*$/ },
  // A fence of which only the end was copied.
  { start: /(?=[[{])/y, end: /\n[ \t]*(?:`{3,}|~{3,})\s*$/ },
  // Assignments and exports.
  {
    start: new RegExp(
      String.raw`(?:export\s+default\s+|return\s+|(?:[\p{L}_][\w<>\[\].?]{0,40}\s+){0,5}\$?${name}(?:\.${name}|\[["'][^"'\n]*["']\])*(?:\s*:\s*[\w.<>\[\]\|]{1,80})?\s*:?=\s*)${value}`,
      'uy',
    ),
    end: /(?:\s+as\s+const)?\s*;?\s*$/,
  },
];

/** Quotes around a text: of Python and Java, shells, SQL, JavaScript, and word processors. */
const quotePairs = [
  ["'''", "'''"],
  ['"""', '"""'],
  ["'", "'"],
  ['`', '`'],
  ['\u2018', '\u2019'],
  ['\u201c', '\u201d'],
] as const;

/** Returns where the text in quotes begins and ends, if an object or array in quotes stands between the offsets. Takes linear time. */
function quotedJson(text: string, from: number, to: number): Omit<Quoted, 'isLiteral'> | undefined {
  const [opening, closing] = quotePairs.find(([quote]) => text.startsWith(quote, from)) ?? [];
  if (opening === undefined) return undefined;
  const start = from + opening.length;
  let end = from + text.slice(from, to).trimEnd().length;
  if (text[end - 1] === ';') end = from + text.slice(from, end - 1).trimEnd().length;
  end -= closing.length;
  const isJson =
    end > start &&
    text.startsWith(closing, end) &&
    /^\s*[[{]/.test(text.slice(start, start + 100)) &&
    /[\]}]\s*$/.test(text.slice(Math.max(start, end - 100), end));
  return isJson ? { from: start, to: end, quote: opening } : undefined;
}

/** The start of a statement whose value is a literal of a programming language. */
const statement = /^(?:export\s+(?:default\s|(?:const|let|var)\s)|const\s|let\s|var\s|return\s)/;
/** One that is not a statement of Go too, whose texts in backticks have no escapes. */
const statementOfJavaScript = /^(?:export\s|let\s)/;

/** Removes code around JSON: a callback, an assignment, a prefix, or the quotes of a shell. @returns edits, or none. */
export function unwrap(text: string): TextEdit[] {
  const start = /^[\s\ufeff]*(?:\/\*\*?\/\s*)?/.exec(text)?.[0].length ?? 0;
  const end = text.trimEnd().length;
  /** Removes the text around a part, and the escapes in it. */
  const keep = (from: number, to: number, decoding: TextEdit[] = []): TextEdit[] => [
    { from: start, to: from, text: '', kind: 'wrapper' },
    ...decoding,
    ...(to < end ? [{ from: to, to: end, text: '', kind: 'wrapper' as const }] : []),
  ];
  for (const { start: opening, end: closing, parses = false } of wrappers) {
    opening.lastIndex = start;
    if (!opening.test(text)) continue;
    const from = opening.lastIndex;
    const tail = text.slice(Math.max(from, end - 200), end);
    const closed = closing.exec(tail);
    if (!closed) continue;
    const to = end - tail.length + closed.index;
    const quoted = quotedJson(text, from, to);
    if (!quoted) return keep(from, to);
    const isLiteral =
      parses || (quoted.quote === '`' ? statementOfJavaScript : statement).test(text.slice(start, Math.min(from, start + 100)));
    return keep(quoted.from, quoted.to, decodeQuoted(text, { ...quoted, isLiteral }));
  }
  const quoted = quotedJson(text, start, end);
  return quoted ? keep(quoted.from, quoted.to, decodeQuoted(text, { ...quoted, isLiteral: false })) : [];
}

const fence = /^[ \t>]*(`{3,}|~{3,}(?!~))[^\n`]*$/gm;

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
