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
import { nameCause, type Scene } from './cause.ts';
import { explain } from './message.ts';
import type { FailureCode, FormatFailure, Place, Snippet } from './types.ts';

/** What the formatter knows when it stops. */
export interface Mishap extends Place {
  code: FailureCode;
  /** The kernel's state; see kernel/states.ts. */
  state: number;
  lines: boolean;
  opened?: FormatFailure['opened'];
  /** The bytes before the place, as far as they are kept. */
  before: Uint8Array;
}

/** UTF-16 code units shown on either side of the place. */
const SHOWN = 60;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Drops the bytes of a character that begins before the first byte. */
function withoutCutStart(bytes: Uint8Array): Uint8Array {
  let from = 0;
  while (from < 3 && from < bytes.length && ((bytes[from] as number) & 0xc0) === 0x80) from++;
  return bytes.subarray(from);
}

/** The first character, or nothing when the bytes do not begin with well-formed UTF-8. */
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

/** A character as a sentence can hold it. */
function nameCharacter(character: string): string {
  const point = character.codePointAt(0) as number;
  if (character === '\n' || character === '\r') return 'a line break';
  if (character === '\t') return 'a tab';
  if (/^[\p{C}\p{Z}]$/u.test(character) && character !== ' ') return `the character U+${hex(point, 4)}`;
  return `'${character}'`;
}

function nameFound(mishap: Mishap, after: Uint8Array, text: string): string {
  if (after.length === 0) return 'the end of the text';
  const character = firstCharacter(after);
  if (character === undefined) return `the byte 0x${hex(after[0] as number, 2)}`;
  const startsWord =
    mishap.state === VALUE ||
    mishap.state === FIRST_VALUE ||
    mishap.state === KEY ||
    mishap.state === FIRST_KEY ||
    mishap.state === LINE_START;
  const word = startsWord && /^[\p{L}_$][\p{L}\p{N}_$]{0,39}/u.exec(text);
  return word ? `'${word[0]}'` : nameCharacter(character);
}

/** What could have come, by the kernel's state. */
function nameExpected({ state, opened, lines }: Mishap, literal: string): string {
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

/** The line around the place. */
function cutSnippet(before: string, after: string, more: boolean): Snippet {
  const lineBefore = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  const lineAfter = /^[^\r\n]*/.exec(after)?.[0] ?? '';
  const shownBefore = lineBefore.slice(-SHOWN);
  const shownAfter = lineAfter.slice(0, SHOWN);
  return {
    text: (shownBefore + shownAfter).toWellFormed(),
    caret: shownBefore.length,
    cutBefore: shownBefore.length < lineBefore.length || (lineBefore.length === before.length && more),
    cutAfter: shownAfter.length < lineAfter.length,
  };
}

/** Says what is wrong, from where the formatter stopped and the bytes that follow. */
export function diagnose(mishap: Mishap, after: Uint8Array): FormatFailure {
  const beforeText = lenient.decode(withoutCutStart(mishap.before));
  const afterText = lenient.decode(after);
  // A byte that is no UTF-8 is reported as that wherever it stands.
  const code = mishap.code === 'syntax' && after.length > 0 && firstCharacter(after) === undefined ? 'utf8' : mishap.code;
  const literal = { t: 'true', f: 'false', n: 'null' }[/([tfn])[a-z]{0,4}$/.exec(beforeText)?.[1] ?? 't'] as string;
  const scene: Scene = {
    state: mishap.state,
    before: beforeText,
    after: afterText,
    ...(mishap.opened && { opened: mishap.opened.bracket }),
  };
  const cause = code === 'syntax' ? nameCause(scene) : undefined;
  const facts = {
    code,
    offset: mishap.offset,
    line: mishap.line,
    column: mishap.column,
    found: nameFound(mishap, after, afterText),
    expected: code === 'utf8' ? 'UTF-8' : nameExpected(mishap, literal),
    ...(cause && { cause }),
    ...(mishap.opened && { opened: mishap.opened }),
    snippet: cutSnippet(beforeText, afterText, mishap.before.length < mishap.offset),
  };
  return { ...facts, message: explain(facts) };
}
