/*
 * Rows: what a viewer shows beneath each other. A line is a row; a long line is cut into several, so that a text on one line can be shown too.
 * Where to cut is a local rule: a segment (2,048 bytes at a multiple of 2,048) without a line feed ends its row. So any part of the text can be cut
 * without the parts before it, and a line shorter than a segment is never cut.
 */
export const segmentSize = 2048;
/** Rows and lines are counted per block; inside one they are counted again when needed. */
export const blockSize = 32 * segmentSize;

const words = segmentSize / 4;

/** Line feeds in the segment that begins at word `from`: four bytes at a time. */
export function countLineFeeds(text: Uint32Array, from: number): number {
  let sum = 0;
  // A byte of `lanes` counts to 255 at most.
  for (let start = from; start < from + words; start += 128) {
    let lanes = 0;
    for (let index = start; index < start + 128; index++) {
      const other = (text[index] as number) ^ 0x0a0a0a0a;
      lanes = (lanes + ((~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) & 0x80808080) >>> 7)) | 0;
    }
    sum += (lanes & 0xff) + ((lanes >>> 8) & 0xff) + ((lanes >>> 16) & 0xff) + (lanes >>> 24);
  }
  return sum;
}

/** Where rows end in `bytes`, which stand at `base` in the text (a multiple of the segment's size): the offsets of the bytes after. */
export function rowEnds(bytes: Uint8Array, base: number): number[] {
  const ends: number[] = [];
  for (let segment = 0; segment < bytes.length; segment += segmentSize) {
    const stop = Math.min(segment + segmentSize, bytes.length);
    let found = false;
    for (let at = bytes.indexOf(0x0a, segment); at >= 0 && at < stop; at = bytes.indexOf(0x0a, at + 1)) {
      ends.push(base + at + 1);
      found = true;
    }
    if (!found && stop - segment === segmentSize) ends.push(base + stop);
  }
  return ends;
}
