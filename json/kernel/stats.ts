import { INPUT } from './machine';

/** Statistics of a new window from one pass, which allow other passes to be skipped. */
export namespace stats {
  /** Whether no byte is above 0x7f. */
  export let ascii: bool = true;
  /** Whether any byte is a CR. */
  export let returns: bool = false;
  /** Number of line feeds. */
  export let feeds: i32 = 0;
}

/** Returns the sum of 16 lanes. */
export function sum(lanes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Collects the statistics of the window that ends at `end`. May read the zero bytes after it. */
export function collectStats(end: usize): void {
  const feed = i8x16.splat(0x0a);
  const carriageReturn = i8x16.splat(0x0d);
  let any = i8x16.splat(0);
  let returns = i8x16.splat(0);
  stats.feeds = 0;
  for (let p = INPUT; p < end; ) {
    // A lane counts to 255: 63 iterations of 4.
    const stop = min(end, p + 63 * 64);
    let feeds = i8x16.splat(0);
    for (; p < stop; p += 64) {
      const a = v128.load(p);
      const b = v128.load(p, 16);
      const c = v128.load(p, 32);
      const d = v128.load(p, 48);
      any = v128.or(any, v128.or(v128.or(a, b), v128.or(c, d)));
      // Long strings contain neither.
      const lowest = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
      if (!v128.any_true(i8x16.le_u(lowest, carriageReturn))) continue;
      feeds = i8x16.sub(feeds, i8x16.add(i8x16.add(i8x16.eq(a, feed), i8x16.eq(b, feed)), i8x16.add(i8x16.eq(c, feed), i8x16.eq(d, feed))));
      returns = v128.or(
        returns,
        v128.or(
          v128.or(i8x16.eq(a, carriageReturn), i8x16.eq(b, carriageReturn)),
          v128.or(i8x16.eq(c, carriageReturn), i8x16.eq(d, carriageReturn)),
        ),
      );
    }
    stats.feeds += sum(feeds);
  }
  stats.ascii = i8x16.bitmask(any) === 0;
  stats.returns = v128.any_true(returns);
}
