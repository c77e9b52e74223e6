/** Bytes per segment. A longer row is cut at the end of a segment. */
export const SEGMENT = 2048;
/** Bytes per block. The formatter reports the number of rows after each block. */
export const BLOCK = 65536;
