/**
 * Inspects valid text for values that other programs may misread: duplicate keys, long integers, numbers that may be out of range, lone surrogates.
 * Findings are stored in the output window, which an inspecting instance does not need for output.
 */
import {
  addKey,
  beginHash,
  clearKeys,
  closeLevel,
  endHash,
  findKey,
  hash,
  hashByte,
  hashOf,
  hasRoomForKey,
  inObject,
  openLevel,
} from './keys';
import { INPUT, OUTPUT, PAD } from './machine';

// Kinds of findings.
const DUPLICATE_KEY = 0;
const LONG_INTEGER = 1;
const LONE_SURROGATE = 2;
const TOO_MANY_KEYS = 3;
const EXTREME_NUMBER = 4;

/** Bytes of a key or number stored with a finding. */
const MAX_TOKEN: usize = 1024;
/**
 * A finding: kind (4 bytes), stored bytes of the text (4), bytes of the text (8); offset, line and column of the finding and of the first
 * of two equal keys (six f64); the text.
 */
export const FINDING: usize = 64 + MAX_TOKEN;
/** Digits of an exponent from which on a number may be beyond the range of a 64-bit float. */
const LONG_EXPONENT: i32 = 3;
/** The same for the bytes of a number whose exponent has at most two digits: fewer than 200 stay between 1e-300 and 1e300. */
const LONG_NUMBER: u64 = 200;
/** Findings stored before the host must take them. One step adds at most two. */
const MAX_FINDINGS: u32 = 800;
/** Buffer for a token that has escapes or spans windows. */
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
  /** Offset minus column: the same for every byte of an ASCII line. */
  export let shift: i64 = -1;
  export let lastReturn: i64 = -2;
  export let state: i32 = BETWEEN;
  export let expectKey: bool = false;
  export let isKey: bool = false;
  export let full: bool = false;
  export let hexLeft: i32 = 0;
  export let hexValue: u32 = 0;
  /** A high surrogate without its low surrogate yet, or 0, and its position. */
  export let high: u32 = 0;
  export let highOffset: i64 = 0;
  export let highColumn: i64 = 0;
  export let escapeOffset: i64 = 0;
  export let escapeColumn: i64 = 0;
  export let tokenOffset: i64 = 0;
  export let tokenColumn: i64 = 0;
  export let tokenLength: u64 = 0;
  export let isInteger: bool = false;
  /** Digits of the exponent, -1 without one. */
  export let exponentDigits: i32 = -1;
}

export function resetScan(): void {
  clearKeys();
  scan.at = scan.end = INPUT;
  scan.base = -i64(INPUT);
  scan.line = 1;
  scan.shift = -1;
  scan.lastReturn = -2;
  scan.state = BETWEEN;
  scan.expectKey = scan.full = false;
  scan.high = 0;
  scan.found = 0;
}

/** Adds a finding on the current line. @returns its address. */
function addFinding(kind: i32, offset: i64, column: i64, text: usize, length: u64): usize {
  const finding = OUTPUT + usize(scan.found++) * FINDING;
  const stored = min(usize(length), MAX_TOKEN);
  store<i32>(finding, kind);
  store<u32>(finding, u32(stored), 4);
  store<f64>(finding, f64(length), 8);
  store<f64>(finding, f64(offset), 16);
  store<f64>(finding, f64(scan.line), 24);
  store<f64>(finding, f64(column), 32);
  memory.copy(finding + 64, text, stored);
  return finding;
}

function beginToken(p: usize): void {
  scan.tokenOffset = scan.base + p;
  scan.tokenColumn = scan.tokenOffset - scan.shift;
  scan.tokenLength = 0;
}

function appendToToken(byte: u32): void {
  if (scan.tokenLength < MAX_TOKEN) store<u8>(TOKEN + usize(scan.tokenLength), u8(byte));
  scan.tokenLength++;
}

/** Ends a key whose text is at `text`. */
function endKey(sum: u64, length: u32, text: usize, textLength: u64): void {
  const first = findKey(sum, length);
  if (first !== 0) {
    const finding = addFinding(DUPLICATE_KEY, scan.tokenOffset, scan.tokenColumn, text, textLength);
    store<f64>(finding, f64(load<i64>(first, 8)), 40);
    store<f64>(finding, f64(load<i64>(first, 16)), 48);
    store<f64>(finding, f64(load<i64>(first, 24)), 56);
  } else if (hasRoomForKey()) addKey(sum, length, scan.tokenOffset, scan.line, scan.tokenColumn);
  else if (!scan.full) {
    scan.full = true;
    addFinding(TOO_MANY_KEYS, scan.tokenOffset, scan.tokenColumn, 0, 0);
  }
}

/** Hashes the UTF-8 bytes of a code point or lone surrogate. */
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

/** Adds a finding for a lone surrogate, with its value in place of text. */
function addSurrogate(value: u32, offset: i64, column: i64): void {
  addFinding(LONE_SURROGATE, offset, column, 0, 0);
  store<u32>(OUTPUT + usize(scan.found - 1) * FINDING, value, 4);
  if (scan.isKey) hashCodePoint(value);
}

/** Reports a pending high surrogate that is not followed by a low one. */
function flushHighSurrogate(): void {
  if (scan.high !== 0) addSurrogate(scan.high, scan.highOffset, scan.highColumn);
  scan.high = 0;
}

function endHex(): void {
  const value = scan.hexValue;
  if (value - 0xdc00 < 0x400) {
    if (scan.high === 0) addSurrogate(value, scan.escapeOffset, scan.escapeColumn);
    else if (scan.isKey) hashCodePoint(0x1_0000 + ((scan.high - 0xd800) << 10) + (value - 0xdc00));
    scan.high = 0;
    return;
  }
  flushHighSurrogate();
  if (value - 0xd800 < 0x400) {
    scan.high = value;
    scan.highOffset = scan.escapeOffset;
    scan.highColumn = scan.escapeColumn;
  } else if (scan.isKey) hashCodePoint(value);
}

/** Returns the byte that a short escape denotes. */
function decodeEscape(byte: u32): u32 {
  if (byte === 0x62) return 0x08;
  if (byte === 0x66) return 0x0c;
  if (byte === 0x6e) return 0x0a;
  if (byte === 0x72) return 0x0d;
  return byte === 0x74 ? 0x09 : byte;
}

/** Reads the byte after a backslash, or a digit of `\u`. */
function readEscape(byte: u32): void {
  if (scan.isKey) appendToToken(byte);
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
    flushHighSurrogate();
    if (scan.isKey) hashByte(decodeEscape(byte));
    scan.state = after;
  }
}

/** Adjusts the column, which counts UTF-16 code units: continuation bytes count 0, the first of four bytes counts 2. */
function countUnits(bytes: v128, bits: i32): void {
  const continuing = i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))) & bits;
  const long = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))) & bits;
  scan.shift += i64(popcnt(continuing)) - i64(popcnt(long));
}

/** Returns the first quote or backslash from `p`, or `end`, and counts columns up to it. Zero bytes follow the window. */
function stringEnd(p: usize, end: usize): usize {
  while (p < end) {
    const bytes = v128.load(p);
    const stopMask = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))));
    if (i8x16.bitmask(bytes) !== 0) countUnits(bytes, (stopMask & -stopMask) - 1);
    if (stopMask !== 0) return p + ctz(stopMask);
    p += 16;
  }
  return end;
}

/** Reads a byte of a key that has escapes or spans windows. */
function readKey(p: usize): void {
  const byte: u32 = load<u8>(p);
  if (byte === 0x22) {
    flushHighSurrogate();
    endKey(endHash(), hash.length, TOKEN, scan.tokenLength);
    scan.isKey = false;
    scan.state = BETWEEN;
    return;
  }
  appendToToken(byte);
  if (byte === 0x5c) {
    scan.escapeOffset = scan.base + p;
    scan.escapeColumn = scan.escapeOffset - scan.shift;
    scan.state = ESCAPE;
    return;
  }
  flushHighSurrogate();
  hashByte(byte);
  if (byte >= 0x80) scan.shift += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
}

/** Begins a key at its quote. @returns the next position. */
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

/** Begins a number. Skips one of fewer than 16 bytes whose exponent has at most two digits: it is never reported. @returns the next position. */
function beginNumber(p: usize, end: usize): usize {
  const bytes = v128.load(p);
  const digits = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  const exponent = i8x16.eq(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x65));
  const others = v128.or(exponent, i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x2d)), i8x16.splat(1)));
  const plus = i8x16.eq(bytes, i8x16.splat(0x2b));
  const length = usize(ctz(~i8x16.bitmask(v128.or(digits, v128.or(others, plus)))));
  const exponentAt = min(length, usize(ctz(i8x16.bitmask(exponent)))); // `ctz` of 0 is 32
  if (length < 16 && p + length < end && length - exponentAt <= 3) return p + length; // "e" and two digits
  beginToken(p);
  scan.isInteger = true;
  scan.exponentDigits = -1;
  scan.state = NUMBER;
  return p;
}

function endNumber(): void {
  scan.state = BETWEEN;
  const mayBeExtreme = scan.exponentDigits >= LONG_EXPONENT || scan.tokenLength >= LONG_NUMBER;
  const kind = scan.isInteger ? (scan.tokenLength >= 16 ? LONG_INTEGER : -1) : mayBeExtreme ? EXTREME_NUMBER : -1;
  if (kind !== -1) addFinding(kind, scan.tokenOffset, scan.tokenColumn, TOKEN, scan.tokenLength);
}

/** Reads a byte of a number. @returns false if the byte ends the number. */
function readNumber(byte: u32): bool {
  if (byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d) {
    endNumber();
    return false;
  }
  if (byte === 0x2e) scan.isInteger = false;
  else if ((byte | 0x20) === 0x65) {
    scan.isInteger = false;
    scan.exponentDigits = 0;
  } else if (scan.exponentDigits >= 0 && byte - 0x30 <= 9) scan.exponentDigits++;
  appendToToken(byte);
  return true;
}

/** Reads a byte between two tokens. @returns the next position. */
function readBetween(p: usize, end: usize): usize {
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
    if (byte === 0x0d) scan.lastReturn = offset;
    if (byte === 0x0d || scan.lastReturn + 1 !== offset) scan.line++;
    scan.shift = offset;
  }
  return p + 1;
}

/** Inspects the rest of the window. @returns false if the findings must be taken first. */
export function inspectWindow(): bool {
  const end = scan.end;
  let p = scan.at;
  while (p < end && scan.found < MAX_FINDINGS) {
    const state = scan.state;
    if (state === BETWEEN) p = readBetween(p, end);
    else if (state === STRING) {
      if (scan.high !== 0 && load<u8>(p) !== 0x5c) flushHighSurrogate();
      p = stringEnd(p, end);
      if (p >= end) break;
      scan.state = load<u8>(p) === 0x22 ? BETWEEN : ESCAPE;
      scan.escapeOffset = scan.base + p;
      scan.escapeColumn = scan.escapeOffset - scan.shift;
      p++;
    } else if (state === KEY_STRING) readKey(p++);
    else if (state !== NUMBER) readEscape(load<u8>(p++));
    else if (readNumber(load<u8>(p))) p++;
  }
  scan.at = min(p, end);
  return scan.at === end;
}

/** Ends the text. */
export function endText(): void {
  if (scan.state === NUMBER) endNumber();
}

/** Begins a window: `length` bytes that the host has written to INPUT. The previous window must be done. */
export function beginInspection(length: usize): void {
  scan.base += i64(scan.end - INPUT);
  scan.at = INPUT;
  scan.end = INPUT + length;
  memory.fill(scan.end, 0, PAD);
}
