import { decodeEntity, entity } from './entities.ts';
import { type TextEdit, Unrepairable } from './types.ts';

/** Creates an edit for each match. A replacement of undefined gives up. */
function editsOf(text: string, pattern: RegExp, replace: (match: RegExpMatchArray) => string | undefined): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(pattern)) {
    const replacement = replace(match);
    if (replacement === undefined) return [];
    const from = match.index as number;
    if (replacement !== match[0]) edits.push({ from, to: from + match[0].length, text: replacement, kind: 'escaped-text' });
  }
  return edits;
}

/** Brackets, of which one may be escaped, and a quote that is escaped. */
const htmlStart =
  /^(?:\s|[[{]|&(?:amp;)*(?:lcub|lbrace|lsqb|lbrack|nbsp|#0*(?:91|123)|#[xX]0*(?:5[bB]|7[bB]));){1,50}&(?:amp;)*(?:#0*3[49]|#[xX]0*2[27]|#0*822[01]|quot|QUOT|apos|[lr][ds]quo|[lr]aquo);/;
const urlStart = /^(?:\w{1,80}=)?(?:%(?:25)*(?:7[bB]|5[bB])|[[{][\s[{]*%(?:25)*22)/;

/** Decodes JSON that is escaped as a whole: as a string of JSON, in HTML, in a URL or in CSV. @returns edits, or none. */
export function decodeEscaped(text: string): TextEdit[] {
  const start = text.slice(0, 200).trimStart();
  if (htmlStart.test(start)) return editsOf(text, entity, decodeEntity);
  if (urlStart.test(start)) return decodeUrl(text);
  return unescapeString(text, start);
}

/** Decodes a part of a URL. A plus sign is a space only in the value of a form, which escapes all reserved characters. */
function decodeUrl(text: string): TextEdit[] {
  if (text.includes('+') && (!/^\s*\w{1,80}=/.test(text) || /[:,;/?@&$]/.test(text))) throw new Unrepairable(text.indexOf('+'), 'encoded');
  return editsOf(text, /^\s*\w{1,80}=|\+|(?:%[\da-fA-F]{2})+/g, ([part]) => {
    if (part === '+') return ' ';
    if (part.endsWith('=')) return '';
    try {
      return decodeURIComponent(part);
    } catch {
      return undefined;
    }
  });
}

/** Decodes `uXXXX`, or two of them for a surrogate pair. A lone surrogate stays an escape. */
function decodeUnits(whole: string, units: string): string {
  const text = String.fromCharCode(...units.split('\\').map((unit) => Number.parseInt(unit.slice(1), 16)));
  return /^[\ud800-\udfff]$/.test(text) ? whole : text;
}

const stringEscape = /\\(?:(["'\\/])|([nrtbf])|(u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}))/g;

/** Removes one level of the escapes of a string. */
export const removeEscapes = (text: string): TextEdit[] =>
  editsOf(
    text,
    stringEscape,
    ([whole, same, control, units = '']) =>
      same ?? (control === undefined ? decodeUnits(whole, units) : { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[control]),
  );

/** Begins with a bracket and an escaped quote; either may be written as its code. */
export const escapedStart = /^(?:\s|[[{]|\\+(?:[nrt]|u00[57]b|x[57]b)){1,50}\\+(?:["']|u0022|x22)/i;

function unescapeString(text: string, start: string): TextEdit[] {
  const quoted = /^"(?=\s*[[{])/.test(start) && /[\]}]\s*"\s*$/.test(text.slice(-100));
  const from = quoted ? text.indexOf('"') : -1;
  const to = quoted ? text.lastIndexOf('"') : text.length;
  const inner = quoted ? start.slice(1) : start;
  const edits =
    escapedStart.test(inner) && /^\s*[[{\\]/.test(inner)
      ? removeEscapes(text)
      : /^\s*[[{](?:\s|[[{])*""[\p{L}\p{N}_$@]/u.test(inner)
        ? editsOf(text, /""/g, () => '"')
        : [];
  if (edits.length === 0 || !quoted) return edits;
  const kind = 'escaped-text';
  return [
    { from, to: from + 1, text: '', kind },
    ...edits.filter((edit) => edit.from > from && edit.to <= to),
    { from: to, to: to + 1, text: '', kind },
  ];
}

/** Decodes single quotes inside single quotes, as shells (`'\''`) and SQL (`''`) write them. */
export const decodeQuotes = (text: string): TextEdit[] => editsOf(text, /'\\''|''/g, () => "'");

/** A text in quotes, between two offsets. */
export interface Quoted {
  from: number;
  to: number;
  quote: string;
  /** Whether it is a literal of a programming language. Otherwise it may as well be of a shell, SQL or a file of settings. */
  isLiteral: boolean;
}

/** Decodes a text in quotes. Escapes other than those of quotes and backslashes are those of the JSON in it. Fails if it has two meanings. */
export function decodeQuoted(text: string, { from, to, quote, isLiteral }: Quoted): TextEdit[] {
  const inner = text.slice(from, to);
  const move = (edits: TextEdit[]) => edits.map((edit) => ({ ...edit, from: edit.from + from, to: edit.to + from }));
  const doubled = quote === "'" ? decodeQuotes(inner) : [];
  const shell = quote === "'" && inner.includes("'\\''");
  if (isLiteral ? doubled.length > 0 : !shell && !/\\'/.test(inner) && inner.includes('\\\\')) {
    throw new Unrepairable(from + Math.max(0, isLiteral ? (doubled[0]?.from ?? 0) : inner.indexOf('\\\\')), 'quoted-text');
  }
  return move(doubled.length > 0 ? doubled : editsOf(inner, /\\[\\'`]/g, ([pair]) => pair.slice(1)));
}
