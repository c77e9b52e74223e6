import { keyFollows, readKey } from './keys.ts';
import { bracketOf, Nesting } from './nesting.ts';
import { type Reader, skipSpace } from './reader.ts';
import { opensString } from './strings.ts';
import { readScalar } from './values.ts';

const isOpening = (character: string): character is '{' | '[' => character === '{' || character === '[';
const isClosing = (character: string): boolean => character === '}' || character === ']';

/** Reads documents up to the end of the text. */
export function readDocuments(reader: Reader): void {
  skipSpace(reader);
  if (reader.ended) reader.fail('empty', 0);
  while (true) {
    const first = reader.next;
    readValue(reader, opensString(first) && keyFollows(reader));
    const lineBroken = skipAfterDocument(reader);
    if (reader.ended) return;
    requireDocument(reader, isOpening(bracketOf(first)), lineBroken);
  }
}

/** Skips space, semicolons and a last comma. @returns whether a line break is among them. */
function skipAfterDocument(reader: Reader): boolean {
  skipSpace(reader);
  let { lineBroken } = reader;
  while (reader.next === ';') {
    reader.edit(reader.at, reader.at + 1, '', 'semicolon');
    reader.at++;
    skipSpace(reader);
    lineBroken ||= reader.lineBroken;
  }
  if (reader.next === ',') {
    const { at } = reader;
    reader.at++;
    skipSpace(reader);
    if (!reader.ended) reader.fail('several-values', at);
    reader.edit(at, at + 1, '', 'extra-comma');
  }
  return lineBroken;
}

/** Fails unless another document follows: an object or array on a new line, after another one. */
function requireDocument(reader: Reader, afterBrackets: boolean, lineBroken: boolean): void {
  const next = bracketOf(reader.next);
  if (isClosing(next)) reader.fail('extra-bracket');
  if (reader.look(/\.\.|\u2026/y)) reader.fail('ellipsis');
  if (afterBrackets && isOpening(next) && lineBroken) return;
  const isValue = isOpening(next) || opensString(next) || reader.look(/[\p{L}\d-]/uy);
  reader.fail((afterBrackets && isOpening(next)) || (lineBroken && isValue) ? 'several-values' : 'text-after');
}

/** Reads one value, without recursion. `virtual`: the value is an object without braces. */
export function readValue(reader: Reader, virtual = false): void {
  const nesting = new Nesting(reader);
  if (virtual) nesting.open('{', true);
  while (!nesting.ended) if (readPart(reader, nesting)) readAfterValue(reader, nesting);
}

/** Reads a key, a bracket or a scalar. @returns whether a value ends there. */
function readPart(reader: Reader, nesting: Nesting): boolean {
  skipSpace(reader, nesting.depth > 0 && !nesting.expectsKey);
  if (reader.ended && nesting.mayEnd) nesting.complete();
  else if (nesting.closes && (nesting.expectsKey || !nesting.inObject)) {
    nesting.close();
    return true;
  } else if (nesting.expectsKey) readMemberStart(reader, nesting);
  else {
    const bracket = bracketOf(reader.next);
    if (!isOpening(bracket)) {
      if (nesting.depth === 0 && isClosing(bracket)) reader.fail('extra-bracket');
      nesting.closed = false;
      readScalar(reader, nesting.bracket);
      return true;
    }
    nesting.open(bracket);
  }
  return false;
}

/** Reads the key and colon of a member. */
function readMemberStart(reader: Reader, nesting: Nesting): void {
  const { at, next } = reader;
  if (next === ',' || next === ';') {
    // No value can be missing between two commas of an object.
    reader.edit(at, at + 1, '', 'extra-comma');
    reader.at++;
  } else if (readKey(reader)) {
    nesting.forgetComma();
    nesting.expectsKey = false;
    nesting.completeMember();
  } else {
    // The text ends within the key or before its value.
    reader.edit(at, reader.text.length, '', 'cut-off');
    nesting.complete();
  }
}

/** Reads the brackets that close after a value, and a comma, which is added if it is missing. */
function readAfterValue(reader: Reader, nesting: Nesting): void {
  nesting.forgetComma();
  while (nesting.depth > 0) {
    const end = reader.at;
    skipSpace(reader);
    if (reader.ended) {
      nesting.complete();
      return;
    }
    if (nesting.readComma()) return;
    if (nesting.closes) nesting.close();
    else {
      requireMissingComma(reader, end, nesting);
      nesting.addComma(end);
      return;
    }
  }
  nesting.ended = true;
}

/** Fails unless only a comma is missing at `end`, after a value. */
function requireMissingComma(reader: Reader, end: number, { closed, inObject, opened }: Nesting): void {
  const { at, next } = reader;
  if (isClosing(bracketOf(next))) reader.fail('brackets', opened);
  if (reader.look(/\.\.|\u2026/y)) reader.fail('ellipsis');
  if (reader.look(/:|=>/y)) reader.fail(inObject ? 'brackets' : 'member-in-array', opened);
  if (reader.look(/[+*%<>&|?^=(.-](?!\d)|\+/y)) reader.fail('expression');
  // `"a""b"` may also be an escaped quote, and `1"a"` a missing one.
  if (at === end && !closed) reader.fail('quote');
  if (inObject ? keyFollows(reader) : opensString(next) || isOpening(bracketOf(next)) || reader.look(/[\p{L}_$\d-]/uy)) return;
  reader.fail(reader.text[end - 1] === '"' ? 'quote' : 'missing-comma');
}
