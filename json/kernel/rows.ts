import { SEGMENT } from './segment';

/**
 * Counts the rows of the output for a virtualised viewer. A row is a line, or a part of a long line: a segment of the output without a
 * line feed ends its row. The rule is local, so rows can be found without reading the text from its start.
 */
export namespace rows {
  /** Line feeds so far, and rows that ended in complete segments. */
  export let lines: f64 = 0;
  export let ended: f64 = 0;
  /** Bytes and line feeds of the incomplete segment. */
  export let filled: usize = 0;
  export let feeds: i32 = 0;
}

function feedsIn(p: usize, end: usize): i32 {
  const feed = i8x16.splat(0x0a);
  let feeds = 0;
  for (; p + 32 <= end; p += 32)
    feeds += popcnt(i8x16.bitmask(i8x16.eq(v128.load(p), feed)) | (i8x16.bitmask(i8x16.eq(v128.load(p, 16), feed)) << 16));
  for (; p < end; p += 16) {
    const rest = u32(min(end - p, 16));
    feeds += popcnt(i8x16.bitmask(i8x16.eq(v128.load(p), feed)) & ((1 << rest) - 1));
  }
  return feeds;
}

/** Counts the rows from `p` to `end`, which continue the bytes counted last. */
export function countRowsOf(p: usize, end: usize): void {
  while (p < end) {
    const stop = min(end, p + usize(SEGMENT) - rows.filled);
    const feeds = feedsIn(p, stop);
    rows.lines += feeds;
    rows.feeds += feeds;
    rows.filled += stop - p;
    p = stop;
    if (rows.filled === usize(SEGMENT)) {
      rows.ended += max(rows.feeds, 1);
      rows.filled = 0;
      rows.feeds = 0;
    }
  }
}
