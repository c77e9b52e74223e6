import {
  AFTER_VALUE,
  COLON,
  ESCAPE,
  EXPONENT,
  EXPONENT_SIGN,
  FIRST_KEY,
  FIRST_VALUE,
  HEX,
  KEY,
  LINE_START,
  LITERAL,
  MINUS,
  POINT,
  STRING,
  VALUE,
} from '../kernel/states.ts';
import { detectCause, type SyntaxErrorContext } from './detect-cause.ts';
import { detectEncoding, isLatin1 } from './encoding.ts';
import { explain } from './message.ts';
import type { Cause, FailureCode, FormatFailure, Position, Snippet } from './types.ts';

/** An error as the formatter records it when it stops. */
export interface RawFailure extends Position {
  code: FailureCode;
  /** The kernel's state; see kernel/states.ts. */
  state: number;
  lines: boolean;
  opened?: FormatFailure['opened'];
  /** Number of the document, from 1, if it is not the only one. */
  document?: number;
  /** The last bytes before the error. */
  before: Uint8Array;
}

/** UTF-16 code units shown on either side of the error. */
const SNIPPET_REACH = 60;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Removes leading continuation bytes of a truncated character. */
function trimContinuation(bytes: Uint8Array): Uint8Array {
  let from = 0;
  while (from < 3 && from < bytes.length && ((bytes[from] as number) & 0xc0) === 0x80) from++;
  return bytes.subarray(from);
}

/** Returns the first character, or undefined if the bytes do not begin with valid UTF-8. */
function firstCharacter(bytes: Uint8Array): string | undefined {
  const lead = bytes[0] as number;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  try {
    return strict.decode(bytes.subarray(0, length)) || undefined;
  } catch {
    return undefined;
  }
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

/** Describes a character for an error message. */
function describeCharacter(character: string): string {
  const point = character.codePointAt(0) as number;
  if (character === '\n' || character === '\r') return 'a line break';
  if (character === '\t') return 'a tab';
  if (/^[\p{C}\p{Z}]$/u.test(character) && character !== ' ') return `the character U+${hex(point, 4)}`;
  return `'${character}'`;
}

function describeFound(raw: RawFailure, after: Uint8Array, text: string): string {
  if (after.length === 0) return 'the end of the text';
  const character = firstCharacter(after);
  if (character === undefined) return `the byte 0x${hex(after[0] as number, 2)}`;
  const startsWord =
    raw.state === VALUE || raw.state === FIRST_VALUE || raw.state === KEY || raw.state === FIRST_KEY || raw.state === LINE_START;
  const word = startsWord && /^[\p{L}_$][\p{L}\p{N}_$]{0,39}/u.exec(text);
  return word ? `'${word[0]}'` : describeCharacter(character);
}

/** Describes the input that the parser's state expects. */
function describeExpected({ state, opened, lines }: RawFailure, literal: string): string {
  if (state === VALUE || state === LINE_START) return 'a value';
  if (state === FIRST_VALUE) return "a value or ']'";
  if (state === KEY) return 'a key in double quotes';
  if (state === FIRST_KEY) return "a key in double quotes or '}'";
  if (state === COLON) return "':'";
  if (state === AFTER_VALUE && opened) return opened.bracket === '{' ? "',' or '}'" : "',' or ']'";
  if (state === AFTER_VALUE) return lines ? 'the end of the line' : 'the end of the text';
  if (state === STRING) return `a character or the closing '"'`;
  if (state === ESCAPE) return 'one of " \\ / b f n r t u';
  if (state === HEX) return 'four hexadecimal digits';
  if (state === MINUS || state === POINT || state === EXPONENT_SIGN) return 'a digit';
  if (state === EXPONENT) return "a digit, '+' or '-'";
  if (state === LITERAL) return `'${literal}'`;
  return "'.', an exponent or the end of the number";
}

/** Returns the line around the error. */
function cutSnippet(before: string, after: string, more: boolean): Snippet {
  const lineBefore = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  const lineAfter = /^[^\r\n]*/.exec(after)?.[0] ?? '';
  const shownBefore = lineBefore.slice(-SNIPPET_REACH);
  const shownAfter = lineAfter.slice(0, SNIPPET_REACH);
  return {
    text: (shownBefore + shownAfter).toWellFormed(),
    caret: shownBefore.length,
    cutBefore: shownBefore.length < lineBefore.length || (lineBefore.length === before.length && more),
    cutAfter: shownAfter.length < lineAfter.length,
  };
}

/** Returns the encoding of a text that is not in UTF-8, if it can be recognised. */
function causeOfEncoding({ offset, before }: RawFailure, after: Uint8Array): Cause | undefined {
  if (offset < 4) {
    const { encoding } = detectEncoding(Uint8Array.of(...before, ...after.subarray(0, 4)).subarray(0, 4));
    if (encoding !== 'utf-8') return encoding === 'utf-32' ? 'utf-32' : 'utf-16';
  }
  if (after[0] === 0xed && (after[1] ?? 0) >= 0xa0) return (after[2] ?? 0) >= 0x80 ? 'lone-surrogate' : undefined;
  return firstCharacter(after) === undefined && isLatin1(before.at(-1), after) ? 'latin-1' : undefined;
}

/** Describes an error from the formatter's record and the bytes that follow. */
export function diagnose(raw: RawFailure, after: Uint8Array): FormatFailure {
  const beforeText = lenient.decode(trimContinuation(raw.before));
  const afterText = lenient.decode(after);
  const encodingCause = raw.code === 'syntax' || raw.code === 'utf8' ? causeOfEncoding(raw, after) : undefined;
  // Report an invalid byte as an encoding error in any state.
  const invalidByte = raw.code === 'syntax' && after.length > 0 && firstCharacter(after) === undefined;
  const code = invalidByte || encodingCause ? 'utf8' : raw.code;
  const literal = { t: 'true', f: 'false', n: 'null' }[/([tfn])[a-z]{0,4}$/.exec(beforeText)?.[1] ?? 't'] as string;
  const context: SyntaxErrorContext = {
    state: raw.state,
    before: beforeText,
    after: afterText,
    ...(raw.opened && { opened: raw.opened.bracket }),
  };
  const cause = code === 'syntax' ? detectCause(context) : encodingCause;
  const facts = {
    code,
    offset: raw.offset,
    line: raw.line,
    column: raw.column,
    found: describeFound(raw, after, afterText),
    expected: code === 'utf8' ? 'UTF-8' : describeExpected(raw, literal),
    ...(cause && { cause }),
    ...(raw.document !== undefined && { document: raw.document }),
    ...(raw.opened && { opened: raw.opened }),
    snippet: cutSnippet(beforeText, afterText, raw.before.length < raw.offset),
  };
  return { ...facts, message: explain(facts) };
}
