import { rowSegment } from '@dev-connector/json';

/*
 * The formatter counts rows per block; this module finds the rows inside a block. json/kernel/rows.ts has the rule.
 */

/** Returns the end offsets of the rows in `bytes`. `base` is the offset of `bytes`, a multiple of the segment size. */
export function rowEnds(bytes: Uint8Array, base: number): number[] {
  const ends: number[] = [];
  for (let segment = 0; segment < bytes.length; segment += rowSegment) {
    const stop = Math.min(segment + rowSegment, bytes.length);
    let found = false;
    for (let at = bytes.indexOf(0x0a, segment); at >= 0 && at < stop; at = bytes.indexOf(0x0a, at + 1)) {
      ends.push(base + at + 1);
      found = true;
    }
    if (!found && stop - segment === rowSegment) ends.push(base + stop);
  }
  return ends;
}
