import type { Reader } from './reader.ts';
import type { TextEdit } from './types.ts';

/** The quotes that close a string, for each quote that opens one. */
const closers = new Map<string, string>([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['\u00b4', '\u00b4'],
  ['\u201c', '\u201d\u201c"'],
  ['\u201d', '\u201d"'],
  ['\u201e', '\u201c\u201d"'],
  ['\u201f', '\u201d\u201f"'],
  ['\u00ab', '\u00bb'],
  ['\u00bb', '\u00ab\u00bb'],
  ['\u2018', "\u2019\u2018'"],
  ['\u2019', "\u2019'"],
  ['\u201a', "\u2018\u2019'"],
  ['\u201b', "\u2019\u201b'"],
  ['\u2039', '\u203a'],
  ['\u203a', '\u2039\u203a'],
  ['\u2032', "\u2032'"],
  ['\u2033', '\u2033"'],
  ['\uff02', '\uff02"'],
  ['\u300c', '\u300d'],
  ['\uff07', "\uff07'"],
  ['\u300e', '\u300f'],
  ['\u301d', '\u301e\u301f'],
  ['\u301f', '\u301e'],
  ['\u275d', '\u275e'],
  ['\u275b', '\u275c'],
  ['\u05f4', '\u05f4'],
  ['\u2035', "\u2032'"],
  ['\u2036', '\u2033"'],
  ['\u02ba', '\u02ba'],
  ['\u02ee', '\u02ee'],
  ['\u02bc', '\u02bc'],
]);

export const opensString = (character: string): boolean => closers.has(character);

/** Characters that may close a string. */
const quotes = [...new Set([...closers.values()].join(''))].join('');
/** Whether a text ends with a character that may close a string. */
export const endsWithQuote = (text: string): boolean => text !== '' && quotes.includes(text.slice(-1));

const plain = new RegExp(String.raw`[^\\\u0000-\u001f${quotes}]+`, 'y');
const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const foreignEscape = /\\(?:(['`])|x([\da-fA-F]{2})|u\{([\da-fA-F]{1,6})\}|(v)|(0)(?!\d)|(\r\n|\r|\n))/y;
const afterEnd = /\s*(?:[,;:\uff0c\uff1a\uff1b}\]]|=|\/[/*]|#|$)/y;
const letter = /[\p{L}\p{N}]/u;

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Writes the escape of a control character. */
const controlEscape = (unit: string): string =>
  ({ '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' })[unit] ?? unicodeEscape(unit.charCodeAt(0));

/** Translates an escape of JavaScript or Python. */
function translateEscape([, quote, byte, point, tab, zero]: RegExpExecArray): string | undefined {
  if (quote !== undefined) return quote;
  if (byte !== undefined) return unicodeEscape(Number.parseInt(byte, 16));
  if (point !== undefined) {
    const code = Number.parseInt(point, 16);
    if (code > 0x10ffff) return undefined;
    return String.fromCodePoint(code)
      .split('')
      .map((unit) => unicodeEscape(unit.charCodeAt(0)))
      .join('');
  }
  if (tab !== undefined) return '\\u000b';
  return zero === undefined ? '' : '\\u0000';
}

/**
 * Reads a string in quotes of any kind.
 * @returns false if the text ends inside the string. The caller decides what to do with it.
 */
export function readString(reader: Reader): boolean {
  const start = reader.at;
  const opening = reader.next;
  const closing = closers.get(opening) as string;
  const changes: TextEdit[] = [];
  const change = (from: number, to: number, text: string, kind: TextEdit['kind']) => changes.push({ from, to, text, kind });
  let lines = 0;
  reader.at++;
  while (!reader.ended) {
    if (reader.match(plain) || reader.match(validEscape)) continue;
    const { at, next } = reader;
    if (next === '\\') {
      const found = reader.match(foreignEscape);
      if (!found) {
        if (reader.mayBeCut && /^\\(?:u[\da-fA-F]{0,3})?$/.test(reader.text.slice(at, at + 7))) {
          change(at, reader.text.length, '', 'cut-off');
          reader.at = reader.text.length;
          break;
        }
        reader.fail('escape', at);
      }
      const translated = translateEscape(found);
      if (translated === undefined) reader.fail('escape', at);
      change(at, reader.at, translated, 'escape');
    } else if (next < ' ') {
      reader.at += next === '\r' && reader.text[at + 1] === '\n' ? 2 : 1;
      if (next === '\n' || next === '\r') lines++;
      change(at, reader.at, next === '\r' && reader.at === at + 2 ? '\\r\\n' : controlEscape(next), 'control-character');
    } else if (closing.includes(next) && closes(reader, opening)) {
      reader.at++;
      // After line breaks, the quote may as well open the next string.
      if (lines > 0 && !reader.look(afterEnd)) reader.fail('unclosed-string', start);
      finish(reader, start, changes, '"');
      return true;
    } else {
      reader.at++;
      if (next === '"') change(at, at + 1, '\\"', 'quotes');
    }
  }
  // Without a closing quote, brackets or line breaks may or may not belong to the string.
  if (!reader.mayBeCut || lines > 0 || /[\]}]\s*$/.test(reader.text.slice(-64))) reader.fail('unclosed-string', start);
  finish(reader, start, changes, '');
  return false;
}

/** Whether a closing quote ends the string. One between two letters is an apostrophe. */
function closes({ text, at }: Reader, opening: string): boolean {
  if (opening === '"') return true;
  const next = text[at] as string;
  if (/['\u02bc\u05f4\u2018\u2019]/.test(next)) return !(letter.test(text[at - 1] ?? '') && letter.test(text[at + 1] ?? ''));
  return true;
}

/** Adds the edits of a string. One in other quotes is replaced as a whole, so that it is one edit. */
function finish(reader: Reader, start: number, changes: TextEdit[], closing: string): void {
  const { text, at } = reader;
  const quoted = text[start] === '"';
  if (text[start] === '`' && text.slice(start, at).includes('${')) reader.fail('expression', start);
  if (quoted) {
    for (const { from, to, text: inserted, kind } of changes) reader.edit(from, to, inserted, kind);
    return;
  }
  let content = '';
  let copied = start + 1;
  for (const { from, to, text: inserted } of changes) {
    content += text.slice(copied, from) + inserted;
    copied = to;
  }
  content += text.slice(copied, closing === '' ? at : at - 1);
  reader.edit(start, at, `"${content}${closing}`, 'quotes');
}
