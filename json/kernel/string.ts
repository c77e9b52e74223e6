import { machine } from './machine';

/** Bit mask of the bytes, of 16, that are not plain string characters: quotes, backslashes, control characters (RFC 8259, section 7). */
export function stopMask(bytes: v128): i32 {
  return i8x16.bitmask(stopLanes(bytes));
}

/** The same as lanes of -1. Flipping bit 1 moves the quote next to the control characters. */
function stopLanes(bytes: v128): v128 {
  return v128.or(i8x16.le_u(v128.xor(bytes, i8x16.splat(2)), i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x5c)));
}

/** Whether the byte may follow a backslash, `u` aside: one of " / \ b f n r t, as bits of two words. */
export function isShortEscape(byte: u32): bool {
  const set: u64 = byte < 64 ? 0x0000_8004_0000_0000 : 0x0014_4044_1000_0000;
  return byte < 128 && ((set >> (byte & 63)) & 1) !== 0;
}

/** Bit mask of the 32 lanes that are -1. */
function bits(low: v128, high: v128): u64 {
  return u64(u32(i8x16.bitmask(low)) | (u32(i8x16.bitmask(high)) << 16));
}

function hexadecimal(bytes: v128): v128 {
  const digits = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  const letters = i8x16.le_u(i8x16.sub(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x61)), i8x16.splat(5));
  return v128.or(digits, letters);
}

/** Lanes of -1 for bytes that may follow a backslash, including `u`: a byte matches if its two nibbles share a bit. */
function escapable(bytes: v128): v128 {
  const low = i8x16.swizzle(i8x16(0, 0, 13, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1), v128.and(bytes, i8x16.splat(0x0f)));
  const high = i8x16.swizzle(i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0), i8x16.shr_u(bytes, 4));
  return i8x16.ne(v128.and(low, high), i8x16.splat(0));
}

/**
 * Bit mask of the escaped bytes. `slashes` is the mask of backslashes; `carried` is 1 if the first byte is escaped.
 * In a run of backslashes and the byte after it, the escaped bytes have the other parity than the start of the run. Adding the even
 * starts to the mask clears the runs that begin at even positions.
 */
function escapedBytes(slashes: u64, carried: u64): u64 {
  const even: u64 = 0x5555_5555_5555_5555;
  const starting = slashes & ~carried;
  const starts = starting & ~(starting << 1);
  const evenRows = starting & ~(starting + (starts & even));
  const oddRows = starting ^ evenRows;
  return carried | ((evenRows | (evenRows << 1)) & ~even) | ((oddRows | (oddRows << 1)) & even);
}

/**
 * Copies string characters with escapes, 32 bytes at a time and without a branch per escape, until the string ends or a block has no
 * escapes.
 * @returns the position after the closing quote, or 0 with `machine.at` at the start of a character where the caller continues.
 */
function copyEscaped(p: usize, shift: usize): usize {
  // The last known position between two characters.
  machine.at = p;
  let carried: u64 = 0;
  let needed: u64 = 0;
  while (true) {
    const low = v128.load(p);
    const high = v128.load(p, 16);
    v128.store(p + shift, low);
    v128.store(p + shift, high, 16);
    const slash = i8x16.splat(0x5c);
    const quote = i8x16.splat(0x22);
    const slashes = bits(i8x16.eq(low, slash), i8x16.eq(high, slash));
    const escaped = escapedBytes(slashes, carried);
    const quotes = bits(i8x16.eq(low, quote), i8x16.eq(high, quote)) & ~escaped;
    const control = i8x16.splat(0x20);
    const letter = i8x16.splat(0x75);
    const unicode = bits(i8x16.eq(low, letter), i8x16.eq(high, letter)) & escaped;
    const digits = needed | (unicode << 1) | (unicode << 2) | (unicode << 3) | (unicode << 4);
    const invalid =
      bits(i8x16.lt_u(low, control), i8x16.lt_u(high, control)) |
      (escaped & ~bits(escapable(low), escapable(high))) |
      (digits & ~bits(hexadecimal(low), hexadecimal(high)));
    // Check up to the first quote, or the whole block.
    const last = (quotes & -quotes) | u64(0x8000_0000);
    const relevant = ((last & -last) << 1) - 1;
    if ((invalid & relevant) !== 0) return 0;
    if (quotes !== 0) return p + usize(ctz(quotes)) + 1;
    p += 32;
    carried = escaped >> 32;
    needed = digits >> 32;
    if ((carried | needed) === 0) {
      machine.at = p;
      if (slashes === 0) return 0;
    }
  }
}

/** Copies the escape at `p`. @returns its length, or 0 if it is invalid or incomplete in this window. */
function copyEscape(p: usize, shift: usize): usize {
  const bytes = v128.load(p);
  v128.store(p + shift, bytes);
  const byte: u32 = load<u8>(p, 1);
  if (isShortEscape(byte)) return 2;
  return byte === 0x75 && (i8x16.bitmask(hexadecimal(bytes)) & 0x3c) === 0x3c ? 6 : 0;
}

/** Copies 64 bytes at a time while they are plain. @returns the position of the first block that is not. */
function copyPlain(p: usize, shift: usize): usize {
  while (true) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    if (v128.any_true(v128.or(v128.or(stopLanes(a), stopLanes(b)), v128.or(stopLanes(c), stopLanes(d))))) return p;
    v128.store(p + shift, a);
    v128.store(p + shift, b, 16);
    v128.store(p + shift, c, 32);
    v128.store(p + shift, d, 48);
    p += 64;
  }
}

/**
 * Copies string characters from `p` to `p + shift`, including the closing quote. Stores bytes before it checks them; later output
 * overwrites the excess.
 * @returns the position after the quote, or 0 with `machine.at` at the byte where the slow path continues.
 */
export function copyString(p: usize, shift: usize): usize {
  while (true) {
    const low = v128.load(p);
    const high = v128.load(p, 16);
    v128.store(p + shift, low);
    v128.store(p + shift, high, 16);
    const mask = stopMask(low) | (stopMask(high) << 16);
    if (mask === 0) {
      p = copyPlain(p + 32, shift);
      continue;
    }
    p += ctz(mask);
    if (load<u8>(p) === 0x22) return p + 1;
    if (load<u8>(p) !== 0x5c) break;
    const end = copyEscaped(p, shift);
    if (end !== 0) return end;
    if (machine.at > p) {
      p = machine.at;
      continue;
    }
    // These 32 bytes contain an error or the end of the window.
    const length = copyEscape(p, shift);
    if (length === 0) break;
    p += length;
  }
  machine.at = p;
  return 0;
}
