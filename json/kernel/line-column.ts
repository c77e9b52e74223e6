import { FRAME, INPUT, machine, offsetOf, STACK } from './machine';
import { stats, sum } from './stats';

/**
 * Lines and columns as editors count them: from 1; a line ends at LF, CR LF or CR; a column is a UTF-16 code unit.
 * They are counted per window, because earlier windows are gone when an error is reported.
 */
export namespace location {
  /** Position up to which lines and columns are counted. */
  export let counted: usize = INPUT;
  /** Line breaks before `counted`. */
  export let breaks: f64 = 0;
  /** UTF-16 code units since the last line break. */
  export let units: f64 = 0;
  /** Line breaks before the end of the window, or -1 if unknown. */
  export let breaksAtEnd: f64 = 0;
  /** Whether the previous window ended with CR. If so, an LF at the start of this one ends no further line. */
  export let afterReturn: bool = false;
}

/** Returns the position after the last LF or CR between `from` and `to`, or `from`. */
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

/** Counts the line breaks from `p` to `end`. A CR counts unless an LF follows in this window. */
function countBreaks(p: usize, end: usize): i32 {
  let breaks = 0;
  const one = i8x16.splat(1);
  while (p + 16 <= end) {
    const stop = min(end - 15, p + 255 * 16);
    let lanes = i8x16.splat(0);
    for (; p < stop; p += 16) {
      const bytes = v128.load(p);
      let ends = i8x16.eq(bytes, i8x16.splat(0x0a));
      if (stats.returns) {
        const followed = i8x16.eq(v128.load(p, 1), i8x16.splat(0x0a));
        ends = v128.or(ends, v128.andnot(i8x16.eq(bytes, i8x16.splat(0x0d)), followed));
      }
      lanes = i8x16.add(lanes, v128.and(ends, one));
    }
    breaks += sum(lanes);
  }
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x0a || (byte === 0x0d && load<u8>(p, 1) !== 0x0a)) breaks++;
  }
  return breaks;
}

/** Counts the UTF-16 code units of the characters that begin from `p` to `end`: one each, two if the first byte is F0 or above. */
function countUnits(p: usize, end: usize): i32 {
  if (stats.ascii) return i32(end - p);
  let units = 0;
  const continuing = i8x16.splat(-65);
  const long = i8x16.splat(-16);
  while (p + 64 <= end) {
    // A lane counts to 255: 31 iterations of 8.
    const stop = min(end - 63, p + 31 * 64);
    let lanes = i8x16.splat(0);
    for (; p < stop; p += 64) {
      const a = v128.load(p);
      const b = v128.load(p, 16);
      const c = v128.load(p, 32);
      const d = v128.load(p, 48);
      const first = i8x16.add(i8x16.gt_s(a, continuing), i8x16.gt_s(b, continuing));
      lanes = i8x16.sub(lanes, i8x16.add(first, i8x16.add(i8x16.gt_s(c, continuing), i8x16.gt_s(d, continuing))));
      // Four-byte characters are rare.
      if (!v128.any_true(i8x16.ge_u(i8x16.max_u(i8x16.max_u(a, b), i8x16.max_u(c, d)), long))) continue;
      const longs = i8x16.add(i8x16.ge_u(a, long), i8x16.ge_u(b, long));
      lanes = i8x16.sub(lanes, i8x16.add(longs, i8x16.add(i8x16.ge_u(c, long), i8x16.ge_u(d, long))));
    }
    units += sum(lanes);
  }
  while (p + 16 <= end) {
    const stop = min(end - 15, p + 127 * 16);
    let lanes = i8x16.splat(0);
    for (; p < stop; p += 16) {
      const bytes = v128.load(p);
      lanes = i8x16.sub(lanes, i8x16.add(i8x16.gt_s(bytes, i8x16.splat(-65)), i8x16.ge_u(bytes, i8x16.splat(-16))));
    }
    units += sum(lanes);
  }
  for (; p < end; p++) {
    const byte: u32 = load<u8>(p);
    if (byte < 0x80 || byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Counts up to `to`: forward from `counted` or backward from the end of the window, whichever is shorter. */
function countForward(to: usize): void {
  const from = location.counted;
  const before = location.breaks;
  const back = location.breaksAtEnd >= 0 && machine.end - to < to - from;
  location.breaks = back ? location.breaksAtEnd - countBreaks(to, machine.end) : before + countBreaks(from, to);
  location.counted = to;
  const line = location.breaks !== before || stats.returns ? lineStart(from, to) : from;
  if (line > from) location.units = 0;
  location.units += countUnits(line, to);
}

/** Counts up to `to` and stores line and column in the frame of each open bracket on the way. */
export function countTo(to: usize): void {
  let frame = machine.top;
  while (frame > STACK && load<u64>(frame - FRAME) >> 1 >= machine.base) frame -= FRAME;
  for (; frame < machine.top; frame += FRAME) {
    const position = usize((load<u64>(frame) >> 1) - machine.base) + INPUT;
    if (position < location.counted) continue;
    countForward(position);
    store<f64>(frame, location.breaks + 1, 8);
    store<f64>(frame, location.units + 1, 16);
  }
  countForward(to);
  // Read now: the next window overwrites this byte.
  if (to > INPUT) location.afterReturn = load<u8>(to - 1) === 0x0d;
}

/** Leaves a window that is counted to its end. */
export function leaveWindow(): void {
  machine.base = offsetOf(machine.end);
  location.counted = INPUT;
}

/** Enters the window that ends at `machine.end`. Requires its statistics. */
export function enterWindow(valid: bool): void {
  if (location.afterReturn && machine.end > INPUT && load<u8>(INPUT) === 0x0a) location.breaks -= 1;
  if (!valid) location.breaksAtEnd = -1;
  else location.breaksAtEnd = stats.returns ? location.breaks + countBreaks(INPUT, machine.end) : location.breaks + stats.feeds;
}
