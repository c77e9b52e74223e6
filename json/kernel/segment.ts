/** Bytes of a segment: at a multiple of it a row that is longer ends. */
export const SEGMENT = 2048;
/** Bytes of a block: after each, a viewer is told how many rows there are so far. */
export const BLOCK = 65536;
