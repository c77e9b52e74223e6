import { rowSegment } from '@dev-connector/json';

/*
 * Rows: what a viewer shows beneath each other. The formatter counts them per block while it writes (json/kernel/rows.ts has the rule); inside a block they
 * are counted again when they are needed.
 */

/** Where rows end in `bytes`, which stand at `base` in the text (a multiple of the segment's size): the offsets of the bytes after. */
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
