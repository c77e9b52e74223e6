import { applyEdits, composeEdits } from './edits.ts';
import { decodeQuotes, escapedStart, removeEscapes } from './escaped.ts';
import { readValue } from './parser.ts';
import { Reader } from './reader.ts';
import { type TextEdit, Unrepairable } from './types.ts';

/** A bracket of a log line, such as `[INFO]`, `[2026-11-25 10:00]` or `{main}`. */
const decoration = /\[[^[\]{}"'\n]{0,100}\]|\{[^[\]{}"':\n]{0,100}\}/y;
/** An array of numbers and literals. One with a single value is more likely a number of a process, such as `[5]`. */
const jsonArray = /\[\s*(?:\]|(?:-?\d[\d.eE+-]*|true|false|null)(?:\s*,\s*(?:-?\d[\d.eE+-]*|true|false|null))+\s*\])/y;

const scalar = /"(?:[^"\\\n]|\\.)*"|-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b/g;

/** A name and a colon or equals sign at the start of a line or after another part: the key of an object without braces. */
const keyBefore = /(?:^|[\r\n])[ \t]*["']?([\p{L}_$][\p{L}\p{N}_$.-]{0,80})["']?[ \t]*[:=]\s*$/u;
/** Begins with a closing bracket, or with a comma and a key. */
const memberAfter = /^\s*(?:[\]}]|,\s*["']?[\p{L}_$][\p{L}\p{N}_$.-]{0,80}["']?\s*[:=])/u;

/** The quote of a text whose language is not certain. In a command and in a log it stands after a space. */
const mayBeLiteral = /(?:[=(,:+[]\s*[bBfFuU]?|\b[bBfFuU])['`]$/;

/** The rest of a string in double quotes. */
const stringRest = /(?:[^"\\]|\\.)*/suy;

interface Part {
  from: number;
  to: number;
  edits: TextEdit[];
}

/** Finds JSON in a text such as a log. @returns edits that remove the text around it, or none. */
export function keepEmbedded(text: string): TextEdit[] {
  const parts = findParts(text);
  if (parts.length === 0 || losesKeys(text, parts)) return [];
  const full = parts.filter((part, index) => !isEmptyExtra(text, part, parts[index - 1], parts[index + 1]));
  const kept = full.length > 0 ? full : parts;
  const edits: TextEdit[] = [];
  let at = 0;
  const around: string[] = [];
  for (const { from, to, edits: inner } of kept) {
    around.push(text.slice(at, from));
    edits.push({ from: at, to: from, text: at === 0 ? '' : '\n', kind: 'text-around' }, ...inner);
    at = to;
  }
  around.push(text.slice(at));
  edits.push({ from: at, to: text.length, text: '', kind: 'text-around' });
  return isText(around) ? edits.filter(({ from, to, text }) => from < to || text !== '') : [];
}

/** Marks of lists, quotations and tables at the start of a line, and lines between documents. */
const marks = /^\s*[>|*\u2022\u00b7\u2013\u2014#~=_-]+(?:\s+[>|*#-]+)*\s*$/;

/** Whether the pieces around the parts are text: at least one has words, or all are marks. Values of JSON are no text. */
function isText(pieces: readonly string[]): boolean {
  if (pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece.slice(0, 100).replace(scalar, '')))) return true;
  // A dash or plus that touches a bracket marks a removed or added line.
  const isMark = (piece: string, index: number) =>
    piece.length <= 100 &&
    (index === 0 || piece.includes('\n')) &&
    marks.test(piece) &&
    (index === pieces.length - 1 || !/[+-]$/.test(piece));
  return pieces.some(isMark) && pieces.every((piece, index) => /^[\s|]*$/.test(piece) || isMark(piece, index));
}

/** Returns the number of elements of an array, or undefined for several documents. */
function countElements(array: string): number | undefined {
  try {
    return JSON.parse(array).length;
  } catch {
    return undefined;
  }
}

/** Fails if a number in round brackets before the array at `from` is not its length, as browsers log it. `value` is the repaired value. */
export function requireLength(text: string, from: number, value: string): void {
  const length = /(?:^|\s)\((\d{1,10})\)\s{0,10}$/.exec(text.slice(Math.max(0, from - 30), from))?.[1];
  if (length === undefined || !/^\s*\[/.test(value)) return;
  if (Number(length) !== countElements(value)) throw new Unrepairable(from, 'array-length');
}

/** Whether the parts are likely members or elements of a larger value, whose keys a removal of the text would lose. */
function losesKeys(text: string, parts: readonly Part[]): boolean {
  let at = 0;
  const names = parts.map(({ from }, index) => keyBefore.exec(text.slice(Math.max(parts[index - 1]?.to ?? 0, from - 100), from))?.[1]);
  // Members have different names; lines of a stream of events have the same.
  if (new Set(names).size > 1) return true;
  for (const [index, { from, to }] of parts.entries()) {
    if (index > 0 && /^\s*[,\]}]/.test(text.slice(at, Math.min(from, at + 100)))) return true;
    at = to;
  }
  return memberAfter.test(text.slice(at, at + 200));
}

/** Whether a part is `[]` next to another part of its line, as log frameworks write it, or after a name, as in `int[]`. */
function isEmptyExtra(text: string, { from, to }: Part, before: Part | undefined, after: Part | undefined): boolean {
  if (!/^\[\s*\]$/.test(text.slice(from, Math.min(to, from + 50)))) return false;
  const touches = (start: number, end: number) => end - start <= 50 && /^[ \t]*$/.test(text.slice(start, end));
  return (before && touches(before.to, from)) || (after && touches(to, after.from)) || /[\p{L}\p{N}_]/u.test(text[from - 1] ?? '');
}

function findParts(text: string): Part[] {
  const parts: Part[] = [];
  const bracket = /[[{]/g;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    const from = found.index;
    if (text[from - 1] === '\u001b') continue; // a colour of a terminal
    decoration.lastIndex = jsonArray.lastIndex = from;
    if (decoration.test(text) && !jsonArray.test(text) && !/^\{\s*\}/.test(text.slice(from, decoration.lastIndex))) {
      bracket.lastIndex = decoration.lastIndex;
      continue;
    }
    let part: Part;
    try {
      part = readPart(text, from);
    } catch (error) {
      // An object or array that cannot be read: do not offer the values inside it.
      if (error instanceof Unrepairable && !text.slice(from, from + 200).includes('"')) return [];
      throw error;
    }
    requireLength(text, from, applyEdits(text.slice(from, part.to), moved(part.edits, -from)));
    parts.push(part);
    bracket.lastIndex = part.to;
  }
  return parts;
}

/** Reads the object or array at `from`, and removes the escapes that quotes around it need. */
function readPart(text: string, from: number): Part {
  const quote = text[from - 1];
  if (quote === '"' && escapedStart.test(text.slice(from, from + 200))) {
    stringRest.lastIndex = from;
    const to = from + (stringRest.exec(text)?.[0].length ?? 0);
    const edits = readDecoded(text.slice(from, to), removeEscapes);
    if (edits) return { from, to, edits: moved(edits, from) };
  }
  const reader = new Reader(text, from, false);
  readValue(reader);
  const to = reader.at;
  if (mayBeLiteral.test(text.slice(Math.max(0, from - 20), from)) && text[to] === quote && text.slice(from, to).includes('\\\\'))
    reader.fail('quoted-text', from + text.slice(from, to).indexOf('\\\\'));
  const edits = quote === "'" && text[to] === "'" ? readDecoded(text.slice(from, to), decodeQuotes) : undefined;
  return { from, to, edits: edits ? moved(edits, from) : reader.sortedEdits() };
}

const moved = (edits: TextEdit[], by: number): TextEdit[] => edits.map((edit) => ({ ...edit, from: edit.from + by, to: edit.to + by }));

/** Returns the edits that decode and repair a piece, or undefined if it has no escapes or is not one value. */
function readDecoded(piece: string, decode: (piece: string) => TextEdit[]): TextEdit[] | undefined {
  const decoding = decode(piece);
  if (decoding.length === 0) return undefined;
  const decoded = applyEdits(piece, decoding);
  const reader = new Reader(decoded, 0, false);
  readValue(reader);
  if (decoded.slice(reader.at).trim() !== '') reader.fail('text-after');
  return composeEdits(decoding, reader.sortedEdits(), decoded);
}
