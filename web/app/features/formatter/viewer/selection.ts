import type { Row } from '../messages';

/** A place in the output: a byte offset, and the row that has it. */
export interface Place {
  offset: number;
  row: number;
}

/** The selected text is between both places; the user moves `focus`. The selection does not depend on the rows that are in the page. */
export interface Selection {
  anchor: Place;
  focus: Place;
}

/** Part of the output. */
export interface Range {
  start: Place;
  end: Place;
}

export const rangeOf = ({ anchor, focus }: Selection): Range =>
  anchor.offset <= focus.offset ? { start: anchor, end: focus } : { start: focus, end: anchor };

export const isEmpty = ({ anchor, focus }: Selection): boolean => anchor.offset === focus.offset;

/** Returns an empty selection at the start of a row. */
export function collapsed(row: Row | undefined, otherwise: Selection): Selection {
  if (!row) return otherwise;
  const place = { offset: row.offset, row: row.row };
  return { anchor: place, focus: place };
}

/** Extends a range that the user pressed on to one that the pointer is on now. */
export function span(from: Range, to: Range): Selection {
  if (to.start.offset < from.start.offset) return { anchor: from.end, focus: to.start };
  return { anchor: from.start, focus: to.end.offset > from.end.offset ? to.end : from.end };
}

/** Returns the place of an index in the row's text. */
export const placeIn = (row: Row, index: number): Place => ({ offset: row.offset + byteLength(row.text, index), row: row.row });

/** Returns the index in the row's text of an offset, which may be outside the row. */
export function indexIn(row: Row, offset: number): number {
  if (offset <= row.offset) return 0;
  if (offset >= row.end) return row.text.length;
  let index = 0;
  for (let at = row.offset; at < offset; index++) at += widthOf(row.text.charCodeAt(index));
  return isSecondHalf(row.text.charCodeAt(index)) ? index + 1 : index;
}

/** Returns the number of UTF-8 bytes of the first `length` code units. */
function byteLength(text: string, length: number): number {
  let bytes = 0;
  for (let index = 0; index < length; index++) bytes += widthOf(text.charCodeAt(index));
  return bytes;
}

/** Returns the bytes of a code unit. Those of a surrogate pair count with the first half, so that no offset is inside a character. */
function widthOf(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xd800 && unit < 0xdc00) return 4;
  return isSecondHalf(unit) ? 0 : 3;
}

/** Whether a code unit is the second half of a surrogate pair. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

const segmenters = {
  character: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
};

/** Returns the bounds of the word at an index. */
export function wordAt(text: string, index: number): [start: number, end: number] {
  const word = segmenters.word.segment(text).containing(Math.min(index, text.length - 1));
  return word ? [word.index, word.index + word.segment.length] : [0, 0];
}

/** Returns the index after or before the next character or word, or undefined at the end of the text. */
export function step(text: string, index: number, unit: 'character' | 'word', forwards: boolean): number | undefined {
  const segments = segmenters[unit].segment(text);
  for (let at = index; ; ) {
    const segment = segments.containing(forwards ? at : at - 1);
    if (!segment) return at === index ? undefined : at;
    at = forwards ? segment.index + segment.segment.length : segment.index;
    if (unit === 'character' || segment.isWordLike) return at;
  }
}
