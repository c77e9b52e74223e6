import { FRAME, INPUT, machine, offsetOf, STACK } from './machine';
import { sum, survey } from './survey';

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
  /** Line breaks before the end of the window, or -1 when not known. */
  export let breaksAtEnd: f64 = 0;
  /** Whether the window before ended with a CR, so that an LF now ends no further line. */
  export let afterReturn: bool = false;
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

/** The line breaks from `p` to `end`. A CR counts unless an LF follows in this window. */
function countBreaks(p: usize, end: usize): i32 {
  let breaks = 0;
  const one = i8x16.splat(1);
  while (p + 16 <= end) {
    const stop = min(end - 15, p + 255 * 16);
    let lanes = i8x16.splat(0);
    for (; p < stop; p += 16) {
      const bytes = v128.load(p);
      let ends = i8x16.eq(bytes, i8x16.splat(0x0a));
      if (survey.returns) {
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

/** The UTF-16 code units of the characters that begin from `p` to `end`: one each, two from F0 on. */
function countUnits(p: usize, end: usize): i32 {
  if (survey.ascii) return i32(end - p);
  let units = 0;
  const continuing = i8x16.splat(-65);
  const long = i8x16.splat(-16);
  while (p + 64 <= end) {
    // A lane counts to 255: 31 rounds of eight.
    const stop = min(end - 63, p + 31 * 64);
    let lanes = i8x16.splat(0);
    for (; p < stop; p += 64) {
      const a = v128.load(p);
      const b = v128.load(p, 16);
      const c = v128.load(p, 32);
      const d = v128.load(p, 48);
      const first = i8x16.add(i8x16.gt_s(a, continuing), i8x16.gt_s(b, continuing));
      lanes = i8x16.sub(lanes, i8x16.add(first, i8x16.add(i8x16.gt_s(c, continuing), i8x16.gt_s(d, continuing))));
      // Characters of four bytes are rare.
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

/** Counts up to `to`, over the shorter way: from what is counted, or back from the window's end. */
function countTo(to: usize): void {
  const from = place.counted;
  const before = place.breaks;
  const back = place.breaksAtEnd >= 0 && machine.end - to < to - from;
  place.breaks = back ? place.breaksAtEnd - countBreaks(to, machine.end) : before + countBreaks(from, to);
  place.counted = to;
  const line = place.breaks !== before || survey.returns ? lineStart(from, to) : from;
  if (line > from) place.units = 0;
  place.units += countUnits(line, to);
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
  // Looked up now, because the next window will have taken this one's place when it matters.
  if (to > INPUT) place.afterReturn = load<u8>(to - 1) === 0x0d;
}

/** Leaves the window that is counted to its end. */
export function leaveWindow(): void {
  machine.base = offsetOf(machine.end);
  place.counted = INPUT;
}

/** Enters the window that ends at `machine.end` and is surveyed. */
export function enterWindow(whole: bool): void {
  if (place.afterReturn && machine.end > INPUT && load<u8>(INPUT) === 0x0a) place.breaks -= 1;
  if (!whole) place.breaksAtEnd = -1;
  else place.breaksAtEnd = survey.returns ? place.breaks + countBreaks(INPUT, machine.end) : place.breaks + survey.feeds;
}
