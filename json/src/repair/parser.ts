import { keyFollows, readKey } from './keys.ts';
import { type Reader, skipSpace } from './reader.ts';
import { opensString } from './strings.ts';
import type { TextEdit } from './types.ts';
import { readScalar } from './values.ts';

/** An open bracket. `virtual`: missing around the members of an object. */
interface Frame {
  bracket: '{' | '[';
  at: number;
  virtual: boolean;
}

/** A comma, characters that people type for it, and a full-width one of Chinese and Japanese keyboards. */
const separators = [',', ';', '\uff0c', '\uff1b'];

/** Maximum number of open brackets; the formatter's is higher. */
const maxDepth = 100_000;

/** Reads documents up to the end of the text. */
export function readDocuments(reader: Reader): void {
  skipSpace(reader);
  if (reader.ended) reader.fail('empty', 0);
  while (true) {
    const first = reader.next;
    const isObject = opensString(first) && keyFollows(reader);
    readValue(reader, isObject);
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
    if (reader.ended) return;
    const { next } = reader;
    if (next === '}' || next === ']') reader.fail('extra-bracket');
    const bracketed = first === '{' || first === '[';
    if (!bracketed || (next !== '{' && next !== '['))
      reader.fail(reader.look(/\.\.|\u2026/y) ? 'ellipsis' : lineBroken ? 'several-values' : 'text-after');
    if (!lineBroken) reader.fail('several-values');
  }
}

/** Reads one value, without recursion. `virtual`: the value is an object without braces. */
export function readValue(reader: Reader, virtual = false): void {
  const stack: Frame[] = [];
  /** Position of a comma that nothing follows so far, and the edit that made it from a semicolon. */
  let comma: number | undefined;
  let semicolon: TextEdit | undefined;
  /** Whether a comma was added before a bracket on a new line, which may as well begin a document. */
  let mayBeDocument = false;
  let expectsKey = false;
  const top = () => stack.at(-1);
  const inObject = () => top()?.bracket === '{';

  function open(bracket: '{' | '[', isVirtual: boolean): void {
    if (stack.length >= maxDepth) reader.fail('too-long');
    stack.push({ bracket, at: reader.at, virtual: isVirtual });
    if (isVirtual) reader.edit(reader.at, reader.at, '{', 'braces');
    else reader.at++;
    expectsKey = bracket === '{';
    comma = semicolon = undefined;
  }

  function removeComma(): void {
    if (semicolon) semicolon.text = '';
    else if (comma !== undefined) reader.edit(comma, comma + 1, '', 'extra-comma');
    comma = semicolon = undefined;
  }

  /** Closes the brackets that are open at the end of the text. */
  function closeAll(): void {
    removeComma();
    const end = reader.text.length;
    if (stack.length === 1 && stack[0]?.virtual) reader.edit(end, end, '}', 'braces');
    else {
      if (!reader.mayBeCut || mayBeDocument) reader.fail('brackets', top()?.at);
      reader.edit(
        end,
        end,
        stack
          .map(({ bracket }) => (bracket === '{' ? '}' : ']'))
          .reverse()
          .join(''),
        'cut-off',
      );
    }
    reader.at = end;
  }

  if (virtual) open('{', true);
  while (true) {
    skipSpace(reader, stack.length > 0 && !expectsKey);
    const { at, next } = reader;
    if (reader.ended && stack.length > 0 && (comma !== undefined || expectsKey || top()?.bracket === '[')) {
      closeAll();
      return;
    }
    let closed = false;
    if (stack.length > 0 && next === (inObject() ? '}' : ']') && (expectsKey || !inObject())) {
      if (top()?.virtual) reader.fail('extra-bracket');
      removeComma();
      reader.at++;
      stack.pop();
      closed = true;
    } else if (expectsKey) {
      if (next === ',' || next === ';') {
        // No value can be missing between two commas of an object.
        reader.edit(at, at + 1, '', 'extra-comma');
        reader.at++;
        continue;
      }
      if (!readKey(reader)) {
        // The text ends within the key or before its value.
        reader.edit(at, reader.text.length, '', 'cut-off');
        closeAll();
        return;
      }
      comma = semicolon = undefined;
      expectsKey = false;
      const known = reader.edits.length;
      skipSpace(reader, true);
      if (reader.ended && reader.mayBeCut) {
        // What looks like a comment may be the value.
        if (reader.edits.slice(known).some(({ kind }) => kind === 'comment')) reader.fail('missing-value');
        reader.edit(reader.at, reader.at, ' null', 'null');
        closeAll();
        return;
      }
      continue;
    } else if (next === '{' || next === '[') {
      open(next, false);
      continue;
    } else {
      comma = semicolon = undefined;
      readScalar(reader, !inObject());
    }

    // After a value.
    comma = semicolon = undefined;
    while (true) {
      if (stack.length === 0) return;
      const end = reader.at;
      skipSpace(reader);
      const { at, next } = reader;
      if (reader.ended) {
        closeAll();
        return;
      }
      if (separators.includes(next)) {
        comma = at;
        if (next !== ',') {
          reader.edit(at, at + 1, ',', next === ';' ? 'semicolon' : 'punctuation');
          semicolon = reader.edits.at(-1);
        }
        reader.at++;
        expectsKey = inObject();
        break;
      }
      if (next === (inObject() ? '}' : ']') && !top()?.virtual) {
        reader.at++;
        stack.pop();
        closed = true;
        continue;
      }
      requireMissingComma(reader, end, closed, inObject(), top()?.at);
      mayBeDocument ||= reader.lineBroken && (next === '[' || next === '{');
      reader.edit(end, end, ',', 'missing-comma');
      expectsKey = inObject();
      break;
    }
  }
}

/** Fails unless only a comma is missing at `end`, after a value. */
function requireMissingComma(reader: Reader, end: number, closed: boolean, inObject: boolean, opened: number | undefined): void {
  const { at, next } = reader;
  if (next === '}' || next === ']') reader.fail('brackets', opened);
  if (reader.look(/\.\.|\u2026/y)) reader.fail('ellipsis');
  if (reader.look(/:|=>/y)) reader.fail('brackets', opened);
  if (reader.look(/[+*%<>&|?^=(.-](?!\d)|\+/y)) reader.fail('expression');
  // `"a""b"` may also be an escaped quote, and `1"a"` a missing one.
  if (at === end && !closed) reader.fail('quote');
  if (inObject ? keyFollows(reader) : opensString(next) || reader.look(/[{[\p{L}_$\d-]/uy)) return;
  reader.fail(reader.text[end - 1] === '"' ? 'quote' : 'missing-comma');
}
