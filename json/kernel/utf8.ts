import { INPUT } from './machine';

/**
 * Validates UTF-8 (RFC 3629, section 4) window by window, 16 bytes at a time, with the three-table method of Keiser and Lemire,
 * "Validating UTF-8 In Less Than One Instruction Per Byte" (2021): three nibbles of two adjacent bytes each look up their possible
 * errors; an error in all three lookups is an error of the text.
 */
const TOO_SHORT: i8 = 1;
const TOO_LONG: i8 = 2;
const OVERLONG_3: i8 = 4;
const TOO_LARGE: i8 = 8;
const SURROGATE: i8 = 16;
const OVERLONG_2: i8 = 32;
/** Also covers sequences that begin with F5 or above. */
const OVERLONG_4: i8 = 64;
const TWO_CONTINUATIONS: i8 = -128;
const ANY: i8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

export namespace utf8 {
  /** Missing bytes of an incomplete sequence, and the valid range of the next byte. */
  export let missing: u32 = 0;
  export let lower: u32 = 0x80;
  export let upper: u32 = 0xbf;
  /** Position of that sequence; negative if it began in an earlier window. */
  export let start: i32 = 0;
}

/** In memory, so that the loop loads the tables into registers once. */
const highNibble = memory.data<i8>([
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TWO_CONTINUATIONS,
  TWO_CONTINUATIONS,
  TWO_CONTINUATIONS,
  TWO_CONTINUATIONS,
  TOO_SHORT | OVERLONG_2,
  TOO_SHORT,
  TOO_SHORT | OVERLONG_3 | SURROGATE,
  TOO_SHORT | TOO_LARGE | OVERLONG_4,
]);
const lowNibble = memory.data<i8>([
  ANY | OVERLONG_2 | OVERLONG_3 | OVERLONG_4,
  ANY | OVERLONG_2,
  ANY,
  ANY,
  ANY | TOO_LARGE,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4 | SURROGATE,
  ANY | TOO_LARGE | OVERLONG_4,
  ANY | TOO_LARGE | OVERLONG_4,
]);
const nextNibble = memory.data<i8>([
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | OVERLONG_4,
  TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
  TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
  TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
]);

/** Errors that each byte may begin, looked up by its two nibbles. */
function firstByteErrors(bytes: v128, nibbles: v128, high: v128, low: v128): v128 {
  return v128.and(i8x16.swizzle(high, nibbles), i8x16.swizzle(low, v128.and(bytes, i8x16.splat(0x0f))));
}

/**
 * Errors that end at each byte, including missing continuations of longer sequences.
 * @param begun the result of `firstByteErrors` for the previous bytes. @param ending errors that each byte may end.
 */
function errorsIn(previous: v128, bytes: v128, begun: v128, beginning: v128, ending: v128): v128 {
  const pairs = v128.and(i8x16.shuffle(begun, beginning, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30), ending);
  // A byte two after E0…FF or three after F0…FF must be a continuation. Only there, two continuations in a row are valid.
  const twoBefore = i8x16.shuffle(previous, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const threeBefore = i8x16.shuffle(previous, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const longer = v128.or(i8x16.sub_sat_u(twoBefore, i8x16.splat(0x60)), i8x16.sub_sat_u(threeBefore, i8x16.splat(0x70)));
  return v128.xor(v128.and(longer, i8x16.splat(-128)), pairs);
}

/** Validates byte by byte. @returns false if a sequence is invalid; `utf8.start` is then its position. */
function validateBytewise(p: usize, end: usize): bool {
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p);
    if (utf8.missing > 0) {
      if (byte < utf8.lower || byte > utf8.upper) return false;
      utf8.missing--;
      utf8.lower = 0x80;
      utf8.upper = 0xbf;
      continue;
    }
    if (byte < 0x80) continue;
    utf8.start = i32(p - INPUT);
    if (byte < 0xc2 || byte > 0xf4) return false;
    utf8.missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    utf8.lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    utf8.upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
  }
  return true;
}

/** Returns the start of an unfinished character at most three bytes before `to`, or `to`. */
function lastCharacterStart(from: usize, to: usize): usize {
  let p = to;
  while (p > from && to - p < 3 && load<i8>(p - 1) < -64) p--;
  return p > from && load<u8>(p - 1) >= 0xc0 ? p - 1 : to;
}

/** Validates a window that is not ASCII. @returns false if a sequence is invalid; `utf8.start` is then its position. */
export function validateUtf8(end: usize): bool {
  let p = INPUT;
  for (; utf8.missing > 0 && p < end; p++) if (!validateBytewise(p, p + 1)) return false;
  const from = p;
  let previous = i8x16.splat(0);
  let errors = i8x16.splat(0);
  let open = false;
  // ASCII must not be followed by a continuation.
  const closed = i8x16.splat(TOO_LONG);
  let begun = closed;
  const high = v128.load(highNibble);
  const low = v128.load(lowNibble);
  const next = v128.load(nextNibble);
  for (; p + 32 <= end; p += 32) {
    const first = v128.load(p);
    const second = v128.load(p, 16);
    const plain = i8x16.bitmask(v128.or(first, second)) === 0;
    // ASCII needs a check only after an unfinished sequence.
    if (!plain || open) {
      const nibbles = i8x16.shr_u(first, 4);
      const firstBegun = firstByteErrors(first, nibbles, high, low);
      const before = begun;
      begun = closed;
      errors = v128.or(errors, errorsIn(previous, first, before, firstBegun, i8x16.swizzle(next, nibbles)));
      if (!plain) {
        const nibbles = i8x16.shr_u(second, 4);
        begun = firstByteErrors(second, nibbles, high, low);
        errors = v128.or(errors, errorsIn(first, second, firstBegun, begun, i8x16.swizzle(next, nibbles)));
      }
    }
    open = !plain;
    previous = second;
  }
  if (v128.any_true(errors)) return validateBytewise(from, end);
  return validateBytewise(lastCharacterStart(from, p), end);
}
