import { INPUT } from './machine';

/**
 * Whether the text is UTF-8 (RFC 3629, section 4), window after window. Sixteen bytes at a time by the three-table method of Keiser and
 * Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021): three nibbles of two neighbouring bytes each name the
 * mistakes they could be part of; a mistake that all three name is one.
 */
const TOO_SHORT: i8 = 1;
const TOO_LONG: i8 = 2;
const OVERLONG_3: i8 = 4;
const TOO_LARGE: i8 = 8;
const SURROGATE: i8 = 16;
const OVERLONG_2: i8 = 32;
/** Also what F5 and above begin: the two share their low bits. */
const OVERLONG_4: i8 = 64;
const TWO_CONTINUATIONS: i8 = -128;
const ANY: i8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

export namespace utf8 {
  /** How many bytes of the sequence begun are still to come, and between which bounds the next must lie. */
  export let missing: u32 = 0;
  export let lower: u32 = 0x80;
  export let upper: u32 = 0xbf;
  /** Where that sequence begins, in this window or, when negative, before it. */
  export let start: i32 = 0;
}

/** In memory, so that they are loaded into registers once and not made anew in every round of the loop. */
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

/** Which mistakes each byte may be the first of, by its two nibbles. */
function beginnings(bytes: v128, nibbles: v128, high: v128, low: v128): v128 {
  return v128.and(i8x16.swizzle(high, nibbles), i8x16.swizzle(low, v128.and(bytes, i8x16.splat(0x0f))));
}

/**
 * Which mistakes may end at each byte, and whether a byte that must continue a longer sequence does.
 * @param begun what `beginnings` says of the bytes before. @param ending which mistakes each byte may be the second of.
 */
function mistakes(previous: v128, bytes: v128, begun: v128, beginning: v128, ending: v128): v128 {
  const pairs = v128.and(i8x16.shuffle(begun, beginning, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30), ending);
  // A byte two after E0…FF or three after F0…FF must be a continuation: exactly there two continuations in a row are right.
  const twoBefore = i8x16.shuffle(previous, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const threeBefore = i8x16.shuffle(previous, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const longer = v128.or(i8x16.sub_sat_u(twoBefore, i8x16.splat(0x60)), i8x16.sub_sat_u(threeBefore, i8x16.splat(0x70)));
  return v128.xor(v128.and(longer, i8x16.splat(-128)), pairs);
}

/** One byte after another. @returns whether all bytes may stand; if not, `utf8.start` is where the first bad sequence begins. */
function checkSlowly(p: usize, end: usize): bool {
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

/** The start of the last character of the bytes from `from` to `to`, at most three bytes before `to`. */
function lastCharacter(from: usize, to: usize): usize {
  let p = to;
  while (p > from && to - p < 3 && load<i8>(p - 1) < -64) p--;
  return p > from && load<u8>(p - 1) >= 0xc0 ? p - 1 : to;
}

/** Checks the bytes of a window that is not ASCII. @returns whether they may stand; if not, `utf8.start` says where the first bad sequence begins. */
export function checkUtf8(end: usize): bool {
  let p = INPUT;
  for (; utf8.missing > 0 && p < end; p++) if (!checkSlowly(p, p + 1)) return false;
  const from = p;
  let previous = i8x16.splat(0);
  let wrong = i8x16.splat(0);
  let open = false;
  // After ASCII nothing may be continued.
  const closed = i8x16.splat(TOO_LONG);
  let begun = closed;
  const high = v128.load(highNibble);
  const low = v128.load(lowNibble);
  const next = v128.load(nextNibble);
  for (; p + 32 <= end; p += 32) {
    const first = v128.load(p);
    const second = v128.load(p, 16);
    const plain = i8x16.bitmask(v128.or(first, second)) === 0;
    // Plain ASCII can only be wrong about what was left open before it.
    if (!plain || open) {
      const nibbles = i8x16.shr_u(first, 4);
      const firstBegun = beginnings(first, nibbles, high, low);
      const before = begun;
      begun = closed;
      wrong = v128.or(wrong, mistakes(previous, first, before, firstBegun, i8x16.swizzle(next, nibbles)));
      if (!plain) {
        const nibbles = i8x16.shr_u(second, 4);
        begun = beginnings(second, nibbles, high, low);
        wrong = v128.or(wrong, mistakes(first, second, firstBegun, begun, i8x16.swizzle(next, nibbles)));
      }
    }
    open = !plain;
    previous = second;
  }
  if (v128.any_true(wrong)) return checkSlowly(from, end);
  return checkSlowly(lastCharacter(from, p), end);
}
