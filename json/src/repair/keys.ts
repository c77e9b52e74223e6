import { type Reader, skipSpace } from './reader.ts';
import { opensString, readString } from './strings.ts';
import type { AdviceKind } from './types.ts';

const quotedKey =
  /(?:"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'|`[^`\\\r\n]*`|[\u2018-\u201b][^\u2018-\u201b\r\n]*[\u2018\u2019']|[\u201c-\u201f][^\u201c-\u201f\r\n]*[\u201c-\u201f"])\s*(?:[:\uff1a]|=)/y;
const plainKey = /[\p{L}_$][\p{L}\p{N}_$.-]*\s*(?:[:\uff1a]|=(?!=))|\d+\s*(?:[:\uff1a]|=>)|:[\p{L}_]\w*\s*=>/uy;

/** Whether a key and a colon follow. */
export const keyFollows = (reader: Reader): boolean => reader.look(quotedKey) !== null || reader.look(plainKey) !== null;

const name = /[\p{L}_$][\p{L}\p{N}_$.-]*|\d[\w.]*/uy;
/** A symbol of Ruby. */
const symbol = /:([\p{L}_]\w*)(?=\s*=>)/uy;
/** The prefix of a text in Python 2. */
export const textPrefix = /[uU](?=['"])/y;

/** Reads a key and its colon. @returns false if the text ends before the value. */
export function readKey(reader: Reader): boolean {
  const start = reader.at;
  const known = reader.edits.length;
  if (reader.match(textPrefix)) reader.edit(start, reader.at, '', 'quotes');
  let plain = false;
  if (opensString(reader.next)) {
    if (!readString(reader)) {
      reader.edits.length = known; // the caller removes the key
      return false;
    }
  } else {
    const key = reader.match(symbol)?.[1] ?? reader.match(name)?.[0];
    if (key === undefined) reader.fail(whyNoKey(reader));
    plain = true;
    // The text of other numbers and literals depends on the language.
    if (/^\d/.test(key) ? !/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(key) : /^(?:True|False|None)$/.test(key))
      reader.fail('unquoted-key', start);
    reader.edit(start, reader.at, `"${key}"`, 'key');
  }
  skipSpace(reader);
  if (reader.ended && reader.mayBeCut) {
    reader.edits.length = known;
    return false;
  }
  const { at } = reader;
  const [colon] = reader.match(/[:\uff1a]|=>|=(?!=)/y) ?? [];
  if (colon === undefined) reader.fail(plain ? whyNoColon(reader) : 'missing-colon', plain ? start : at);
  if (colon !== ':') reader.edit(at, reader.at, ':', 'colon');
  return true;
}

function whyNoKey(reader: Reader): AdviceKind {
  if (reader.look(/\.\.\.[\p{L}_$]/uy)) return 'expression';
  if (reader.look(/\.\.|\u2026/y)) return 'ellipsis';
  if (reader.look(/&[#\w]{2,30};|%(?:25)*22/y)) return 'encoded';
  return reader.look(/[{[\]]/y) ? 'brackets' : 'expression';
}

/** A name without a colon is a part of code, such as `{name}` or `{f(x)}`. */
const whyNoColon = (reader: Reader): AdviceKind => (reader.look(/[,}(.[?+*/-]/y) ? 'expression' : 'unquoted-key');
