import { FRAME, INPUT, machine, offsetOf, STACK } from './machine';

/**
 * Lines and columns as editors count them: from 1; a line ends at LF, CR LF or CR; a column is a UTF-16 code unit.
 * Counted window by window, because a window is gone when an error asks for the place of something before it.
 */
export namespace place {
  /** Everything before this position is counted. */
  export let counted: usize = INPUT;
  /** Line breaks before it. */
  export let breaks: f64 = 0;
  /** UTF-16 code units since the last of them. */
  export let units: f64 = 0;
  /** Whether the byte before it is a CR, so that an LF at it ends no further line. */
  export let afterReturn: bool = false;
}

/** Adds up the sixteen lanes. */
function sum(lanes: v128): i32 {
  const pairs = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) + i32x4.extract_lane(pairs, 2) + i32x4.extract_lane(pairs, 3);
}

/** Counts one byte. A character counts where it begins: one unit, or two from F0 on. */
function countByte(byte: u32): void {
  if (byte === 0x0a || byte === 0x0d) {
    if (byte === 0x0d || !place.afterReturn) place.breaks += 1;
    place.units = 0;
  } else if (byte < 0x80 || byte >= 0xc0) place.units += byte >= 0xf0 ? 2 : 1;
  place.afterReturn = byte === 0x0d;
}

/** The position after the last LF or CR between `from` and `to`, or `from` when there is none. */
function lineStart(from: usize, to: usize): usize {
  let p = to;
  while (p >= from + 16) {
    const bytes = v128.load(p - 16);
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d))));
    if (mask !== 0) return p - 16 + (32 - clz(mask));
    p -= 16;
  }
  while (p > from && load<u8>(p - 1) !== 0x0a && load<u8>(p - 1) !== 0x0d) p--;
  return p;
}

/** Counts the line breaks from `p` to `end` as far as whole blocks without CR go. @returns the position reached. */
function countBreaks(p: usize, end: usize): usize {
  while (p + 16 <= end) {
    // A lane holds up to 255, so that many blocks may be added up before the sum is taken.
    const stop = min(end - 15, p + 255 * 16);
    let feeds = i8x16.splat(0);
    let returns = i8x16.splat(0);
    const start = p;
    for (; p < stop; p += 16) {
      const bytes = v128.load(p);
      feeds = i8x16.sub(feeds, i8x16.eq(bytes, i8x16.splat(0x0a)));
      returns = v128.or(returns, i8x16.eq(bytes, i8x16.splat(0x0d)));
    }
    if (v128.any_true(returns)) return start;
    place.breaks += sum(feeds);
  }
  return p;
}

/** The UTF-16 code units that begin from `p` to `end`. */
function countUnits(p: usize, end: usize): i32 {
  let units = 0;
  while (p + 16 <= end) {
    const bytes = v128.load(p);
    const high = i8x16.bitmask(bytes);
    if (high === 0) units += 16;
    else {
      units += popcnt(i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(-65)))) + popcnt(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))));
    }
    p += 16;
  }
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p);
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Counts up to `to`. */
function countTo(to: usize): void {
  let p = place.counted;
  place.counted = to;
  if (to - p >= 64 && !place.afterReturn) {
    const from = p;
    p = countBreaks(p, to);
    if (p > from) {
      const line = lineStart(from, p);
      if (line > from) place.units = 0;
      place.units += countUnits(line, p);
      place.afterReturn = false;
    }
  }
  for (; p < to; p++) countByte(load<u8>(p));
}

/** Counts up to `to`, giving every bracket opened in this window and still open its line and column on the way. */
export function settle(to: usize): void {
  let frame = machine.top;
  while (frame > STACK && load<u64>(frame - FRAME) >> 1 >= machine.base) frame -= FRAME;
  for (; frame < machine.top; frame += FRAME) {
    const position = usize((load<u64>(frame) >> 1) - machine.base) + INPUT;
    if (position < place.counted) continue;
    countTo(position);
    store<f64>(frame, place.breaks + 1, 8);
    store<f64>(frame, place.units + 1, 16);
  }
  countTo(to);
}

/** Starts a new window after the one that is counted. */
export function newWindow(): void {
  machine.base = offsetOf(machine.end);
  place.counted = INPUT;
}
