import { INPUT } from './machine';

/** What one pass over a new window finds out, so that other passes can be left out. */
export namespace survey {
  /** No byte is above 0x7f. */
  export let ascii: bool = true;
  /** Some byte is a CR. */
  export let returns: bool = false;
  /** Line feeds in the window. */
  export let feeds: i32 = 0;
}

/** Adds up sixteen lanes. */
export function sum(lanes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Surveys the window that ends at `end`. The zero bytes behind it may be looked at. */
export function surveyWindow(end: usize): void {
  const feed = i8x16.splat(0x0a);
  const carriageReturn = i8x16.splat(0x0d);
  let any = i8x16.splat(0);
  let returns = i8x16.splat(0);
  survey.feeds = 0;
  for (let p = INPUT; p < end; ) {
    // A lane counts to 255: 63 rounds of four.
    const stop = min(end, p + 63 * 64);
    let feeds = i8x16.splat(0);
    for (; p < stop; p += 64) {
      const a = v128.load(p);
      const b = v128.load(p, 16);
      const c = v128.load(p, 32);
      const d = v128.load(p, 48);
      any = v128.or(any, v128.or(v128.or(a, b), v128.or(c, d)));
      // Inside long strings there is neither.
      const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d));
      if (!v128.any_true(i8x16.le_u(least, carriageReturn))) continue;
      feeds = i8x16.sub(feeds, i8x16.add(i8x16.add(i8x16.eq(a, feed), i8x16.eq(b, feed)), i8x16.add(i8x16.eq(c, feed), i8x16.eq(d, feed))));
      returns = v128.or(
        returns,
        v128.or(
          v128.or(i8x16.eq(a, carriageReturn), i8x16.eq(b, carriageReturn)),
          v128.or(i8x16.eq(c, carriageReturn), i8x16.eq(d, carriageReturn)),
        ),
      );
    }
    survey.feeds += sum(feeds);
  }
  survey.ascii = i8x16.bitmask(any) === 0;
  survey.returns = v128.any_true(returns);
}
