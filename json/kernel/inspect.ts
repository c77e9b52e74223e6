/**
 * Reads text that is known to be valid once more, for what other programs may misread: keys that stand twice, long integers, halves of surrogate pairs.
 * Window after window; what is found waits in the output window, which an instance that formats nothing has no other use for.
 */
import {
  beginHash,
  closeLevel,
  endHash,
  forgetKeys,
  hash,
  hashByte,
  hashOf,
  hasRoomForKey,
  holdKey,
  inObject,
  openLevel,
  sameKey,
} from './keys';
import { INPUT, OUTPUT, PAD } from './machine';

// What a finding is of.
const DUPLICATE_KEY = 0;
const LONG_INTEGER = 1;
const LONE_SURROGATE = 2;
const TOO_MANY_KEYS = 3;

/** Bytes of a key or a number kept to be shown. */
const MAX_TOKEN: usize = 1024;
/**
 * A finding: what it is of (4 bytes), bytes of the text kept (4), bytes of the text (8), then offset, line and column of the place and of the first of two,
 * as six f64, then the text.
 */
export const FINDING: usize = 64 + MAX_TOKEN;
/** Findings that wait at most; one step finds two at most. */
const MOST_FINDINGS: u32 = 800;
/** Where a token that goes on into the next window, or has escapes, is gathered. */
const TOKEN: usize = OUTPUT + FINDING * 900;

const BETWEEN = 0;
const STRING = 1;
const KEY_STRING = 2;
const ESCAPE = 3;
const HEX = 4;
const NUMBER = 5;

export namespace scan {
  export let at: usize = INPUT;
  export let end: usize = INPUT;
  export let found: u32 = 0;
  /** Offset of the window's first byte minus INPUT. */
  export let base: i64 = 0;
  export let line: i64 = 1;
  /** Offset minus column of what comes next: one number for everything on a line. */
  export let shift: i64 = -1;
  export let returnAt: i64 = -2;
  export let state: i32 = BETWEEN;
  export let expectKey: bool = false;
  export let isKey: bool = false;
  export let full: bool = false;
  export let hexLeft: i32 = 0;
  export let hexValue: u32 = 0;
  /** A high surrogate that waits for its other half, or 0, and where it stands. */
  export let high: u32 = 0;
  export let highOffset: i64 = 0;
  export let highColumn: i64 = 0;
  export let escapeOffset: i64 = 0;
  export let escapeColumn: i64 = 0;
  export let tokenOffset: i64 = 0;
  export let tokenColumn: i64 = 0;
  export let tokenLength: u64 = 0;
  export let isInteger: bool = false;
}

export function forgetText(): void {
  forgetKeys();
  scan.at = scan.end = INPUT;
  scan.base = -i64(INPUT);
  scan.line = 1;
  scan.shift = -1;
  scan.returnAt = -2;
  scan.state = BETWEEN;
  scan.expectKey = scan.full = false;
  scan.high = 0;
  scan.found = 0;
}

/** Notes a finding on this line. @returns where it is, for what is special about it. */
function note(kind: i32, offset: i64, column: i64, text: usize, length: u64): usize {
  const finding = OUTPUT + usize(scan.found++) * FINDING;
  const kept = min(usize(length), MAX_TOKEN);
  store<i32>(finding, kind);
  store<u32>(finding, u32(kept), 4);
  store<f64>(finding, f64(length), 8);
  store<f64>(finding, f64(offset), 16);
  store<f64>(finding, f64(scan.line), 24);
  store<f64>(finding, f64(column), 32);
  memory.copy(finding + 64, text, kept);
  return finding;
}

function beginToken(p: usize): void {
  scan.tokenOffset = scan.base + p;
  scan.tokenColumn = scan.tokenOffset - scan.shift;
  scan.tokenLength = 0;
}

function keep(byte: u32): void {
  if (scan.tokenLength < MAX_TOKEN) store<u8>(TOKEN + usize(scan.tokenLength), u8(byte));
  scan.tokenLength++;
}

/** A key is complete, whose text is at `text`. */
function endKey(sum: u64, length: u32, text: usize, textLength: u64): void {
  const first = sameKey(sum, length);
  if (first !== 0) {
    const finding = note(DUPLICATE_KEY, scan.tokenOffset, scan.tokenColumn, text, textLength);
    store<f64>(finding, f64(load<i64>(first, 8)), 40);
    store<f64>(finding, f64(load<i64>(first, 16)), 48);
    store<f64>(finding, f64(load<i64>(first, 24)), 56);
  } else if (hasRoomForKey()) holdKey(sum, length, scan.tokenOffset, scan.line, scan.tokenColumn);
  else if (!scan.full) {
    scan.full = true;
    note(TOO_MANY_KEYS, scan.tokenOffset, scan.tokenColumn, 0, 0);
  }
}

/** Hashes a code point, or half of one, as UTF-8 has it or would have it. */
function hashCodePoint(point: u32): void {
  if (point < 0x80) hashByte(point);
  else {
    if (point < 0x800) hashByte(0xc0 | (point >> 6));
    else {
      if (point < 0x1_0000) hashByte(0xe0 | (point >> 12));
      else {
        hashByte(0xf0 | (point >> 18));
        hashByte(0x80 | ((point >> 12) & 0x3f));
      }
      hashByte(0x80 | ((point >> 6) & 0x3f));
    }
    hashByte(0x80 | (point & 0x3f));
  }
}

/** Notes half of a surrogate pair: the escape, which is told by its value. */
function noteSurrogate(value: u32, offset: i64, column: i64): void {
  note(LONE_SURROGATE, offset, column, 0, 0);
  store<u32>(OUTPUT + usize(scan.found - 1) * FINDING, value, 4);
  if (scan.isKey) hashCodePoint(value);
}

/** What follows a high surrogate is not its other half. */
function loneHigh(): void {
  if (scan.high !== 0) noteSurrogate(scan.high, scan.highOffset, scan.highColumn);
  scan.high = 0;
}

function endHex(): void {
  const value = scan.hexValue;
  if (value - 0xdc00 < 0x400) {
    if (scan.high === 0) noteSurrogate(value, scan.escapeOffset, scan.escapeColumn);
    else if (scan.isKey) hashCodePoint(0x1_0000 + ((scan.high - 0xd800) << 10) + (value - 0xdc00));
    scan.high = 0;
    return;
  }
  loneHigh();
  if (value - 0xd800 < 0x400) {
    scan.high = value;
    scan.highOffset = scan.escapeOffset;
    scan.highColumn = scan.escapeColumn;
  } else if (scan.isKey) hashCodePoint(value);
}

/** What a short escape stands for: the letter behind the backslash is b, f, n, r, t, or stands for itself. */
function unescaped(byte: u32): u32 {
  if (byte === 0x62) return 0x08;
  if (byte === 0x66) return 0x0c;
  if (byte === 0x6e) return 0x0a;
  if (byte === 0x72) return 0x0d;
  return byte === 0x74 ? 0x09 : byte;
}

/** Takes the byte after a backslash, or a digit of `\u`. */
function insideEscape(byte: u32): void {
  if (scan.isKey) keep(byte);
  const after = scan.isKey ? KEY_STRING : STRING;
  if (scan.state === HEX) {
    scan.hexValue = (scan.hexValue << 4) + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
    if (--scan.hexLeft > 0) return;
    endHex();
    scan.state = after;
  } else if (byte === 0x75) {
    scan.hexLeft = 4;
    scan.hexValue = 0;
    scan.state = HEX;
  } else {
    loneHigh();
    if (scan.isKey) hashByte(unescaped(byte));
    scan.state = after;
  }
}

/** A column is a UTF-16 code unit: bytes that continue a character count nothing, the first of four makes it two. */
function countUnits(bytes: v128, bits: i32): void {
  const continuing = i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))) & bits;
  const long = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))) & bits;
  scan.shift += i64(popcnt(continuing)) - i64(popcnt(long));
}

/** The first quote or backslash from `p` on, or a position from `end` on; zero bytes follow the window. Columns are counted up to there. */
function stringEnd(p: usize, end: usize): usize {
  while (p < end) {
    const bytes = v128.load(p);
    const stops = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))));
    if (i8x16.bitmask(bytes) !== 0) countUnits(bytes, (stops & -stops) - 1);
    if (stops !== 0) return p + ctz(stops);
    p += 16;
  }
  return end;
}

/** Takes a byte of a key that has escapes or goes on into the next window. */
function insideKey(p: usize): void {
  const byte: u32 = load<u8>(p);
  if (byte === 0x22) {
    loneHigh();
    endKey(endHash(), hash.length, TOKEN, scan.tokenLength);
    scan.isKey = false;
    scan.state = BETWEEN;
    return;
  }
  keep(byte);
  if (byte === 0x5c) {
    scan.escapeOffset = scan.base + p;
    scan.escapeColumn = scan.escapeOffset - scan.shift;
    scan.state = ESCAPE;
    return;
  }
  loneHigh();
  hashByte(byte);
  if (byte >= 0x80) scan.shift += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
}

/** Begins a key at its quote. @returns where to go on. */
function beginKey(p: usize, end: usize): usize {
  scan.expectKey = false;
  beginToken(p);
  const shift = scan.shift;
  const quote = stringEnd(p + 1, end);
  if (quote < end && load<u8>(quote) === 0x22) {
    const length = u32(quote - p - 1);
    endKey(hashOf(p + 1, quote), length, p + 1, length);
    return quote + 1;
  }
  scan.shift = shift;
  scan.isKey = true;
  scan.state = KEY_STRING;
  beginHash();
  return p + 1;
}

/** Begins a number: one of fewer than 16 bytes is of no interest. */
function beginNumber(p: usize, end: usize): usize {
  const bytes = v128.load(p);
  const digits = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  const others = v128.or(
    i8x16.eq(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x65)),
    i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x2d)), i8x16.splat(1)),
  );
  const plus = i8x16.eq(bytes, i8x16.splat(0x2b));
  const length = usize(ctz(~i8x16.bitmask(v128.or(digits, v128.or(others, plus)))));
  if (length < 16 && p + length < end) return p + length;
  beginToken(p);
  scan.isInteger = true;
  scan.state = NUMBER;
  return p;
}

function endNumber(): void {
  scan.state = BETWEEN;
  if (scan.isInteger && scan.tokenLength >= 16) note(LONG_INTEGER, scan.tokenOffset, scan.tokenColumn, TOKEN, scan.tokenLength);
}

/** @returns whether the byte belongs to the number. */
function insideNumber(byte: u32): bool {
  if (byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d) {
    endNumber();
    return false;
  }
  if (byte === 0x2e || (byte | 0x20) === 0x65) scan.isInteger = false;
  keep(byte);
  return true;
}

/** Looks at what stands between two tokens. @returns where to go on. */
function between(p: usize, end: usize): usize {
  const byte: u32 = load<u8>(p);
  if (byte === 0x20) return p + max(1, ctz(~i8x16.bitmask(i8x16.eq(v128.load(p), i8x16.splat(0x20)))));
  if (byte === 0x22) {
    if (scan.expectKey) return beginKey(p, end);
    scan.state = STRING;
  } else if (byte === 0x2c) scan.expectKey = inObject();
  else if (byte === 0x7b || byte === 0x5b) {
    scan.expectKey = byte === 0x7b;
    openLevel(scan.expectKey);
  } else if (byte === 0x7d || byte === 0x5d) {
    closeLevel();
    scan.expectKey = false;
  } else if (byte - 0x30 <= 9 || byte === 0x2d) return beginNumber(p, end);
  else if (byte === 0x0a || byte === 0x0d) {
    const offset = scan.base + p;
    if (byte === 0x0d) scan.returnAt = offset;
    if (byte === 0x0d || scan.returnAt + 1 !== offset) scan.line++;
    scan.shift = offset;
  }
  return p + 1;
}

/** Goes on through the window. @returns false when findings must be taken first. */
export function inspectOn(): bool {
  const end = scan.end;
  let p = scan.at;
  while (p < end && scan.found < MOST_FINDINGS) {
    const state = scan.state;
    if (state === BETWEEN) p = between(p, end);
    else if (state === STRING) {
      if (scan.high !== 0 && load<u8>(p) !== 0x5c) loneHigh();
      p = stringEnd(p, end);
      if (p >= end) break;
      scan.state = load<u8>(p) === 0x22 ? BETWEEN : ESCAPE;
      scan.escapeOffset = scan.base + p;
      scan.escapeColumn = scan.escapeOffset - scan.shift;
      p++;
    } else if (state === KEY_STRING) insideKey(p++);
    else if (state !== NUMBER) insideEscape(load<u8>(p++));
    else if (insideNumber(load<u8>(p))) p++;
  }
  scan.at = min(p, end);
  return scan.at === end;
}

/** Ends the text. */
export function endText(): void {
  if (scan.state === NUMBER) endNumber();
}

/** Begins the window of `length` bytes that the host has put at INPUT; the one before must be gone through. */
export function beginInspection(length: usize): void {
  scan.base += i64(scan.end - INPUT);
  scan.at = INPUT;
  scan.end = INPUT + length;
  memory.fill(scan.end, 0, PAD);
}
