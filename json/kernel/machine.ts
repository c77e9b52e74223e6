/**
 * The memory layout and the registers of the kernel. Positions are addresses in this memory; offsets count from the start of the text.
 *
 *     0 … 4,096                  static data of the compiler
 *     INPUT  … + INPUT_SIZE      input window, followed by PAD zero bytes
 *     OUTPUT … + OUTPUT_SIZE     output window, followed by PAD bytes that wide stores may overwrite
 *     STARTS … + 4 × MAX_STARTS  starts of the documents in the output window
 *     STACK  …                   one frame per open bracket, up to the end of memory, which grows
 *
 * The zero bytes after the input terminate every inner loop: zero is not a digit, white space or a string character. The loops need no
 * check for the end of the input.
 */
export const INPUT: usize = 4096;
export const INPUT_SIZE: usize = 256 * 1024;
export const PAD: usize = 256;
export const OUTPUT: usize = INPUT + INPUT_SIZE + PAD;
export const OUTPUT_SIZE: usize = 1024 * 1024;
export const STARTS: usize = OUTPUT + OUTPUT_SIZE + PAD;
export const MAX_STARTS: usize = 4096;
export const STACK: usize = STARTS + 4 * MAX_STARTS;
/** Bytes per frame: offset and kind of the bracket (8), line and column (two f64). */
export const FRAME: usize = 24;

export namespace machine {
  /** Next byte to read, and end of the window. */
  export let at: usize = INPUT;
  export let end: usize = INPUT;
  /** Next byte to write, and end of the writable range. */
  export let out: usize = OUTPUT;
  export let outEnd: usize = OUTPUT;
  /** End of the innermost frame, and end of the stack. */
  export let top: usize = STACK;
  export let stackEnd: usize = STACK;
  /** Offset of the window's first byte. */
  export let base: u64 = 0;

  export let state: i32 = 0;
  /** Whether the string being read is a key. */
  export let isKey: bool = false;
  /** Remaining hexadecimal digits of `\u`. */
  export let hexDigits: i32 = 0;
  /** Remaining letters of the literal being read, the first in the low byte. */
  export let literal: u64 = 0;
  /** JSON Lines: whether a value was written, so that the next one starts a new line. */
  export let separated: bool = false;

  /** Whether an object or array on a new line after another one begins a new document. */
  export let documents: bool = false;
  /** Whether the value at the top level is an object or array, and whether a line break follows it. */
  export let bracketed: bool = false;
  export let lineBroken: bool = false;
  /** Number of documents that start in the output window. */
  export let starts: usize = 0;

  /** White space still to be written: a line break (0 or 1), bytes of indentation, then a space (0 or 1). */
  export let pendingBreak: usize = 0;
  export let pendingIndent: usize = 0;
  export let pendingSpace: usize = 0;

  /** Bytes of indentation per level; 0 when minifying. */
  export let step: usize = 2;
  /** The indentation byte, space or tab, in all 16 lanes. */
  export let fill: v128 = i8x16.splat(0x20);
  /** 1 to write line breaks and a space after a colon, 0 to minify. */
  export let pretty: usize = 1;
  export let lines: bool = false;
  /** Control characters that are white space, indexed by low nibble. In JSON Lines, line feed is not. */
  export let whitespace: v128 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);
}

/** Returns the number of open brackets. */
export function depth(): usize {
  return (machine.top - STACK) / FRAME;
}

/** Returns the byte that closes the innermost open bracket, or 0. */
export function closingBracket(): u32 {
  if (machine.top === STACK) return 0;
  return 0x5d + ((load<u32>(machine.top - FRAME) & 1) << 5);
}

/** Converts a position in the input window to an offset. */
export function offsetOf(position: usize): u64 {
  return machine.base + u64(position - INPUT);
}

/** Number of leading white space bytes, of 16. */
export function countWhitespace(p: usize, whitespace: v128): usize {
  const bytes = v128.load(p);
  // A swizzle yields 0 for an index above 15, so the table covers only control characters.
  return ctz(~i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.swizzle(whitespace, bytes))));
}

/** Returns the first position from `p` without white space (RFC 8259, section 2). */
export function skipWhitespace(p: usize, whitespace: v128): usize {
  while (true) {
    const count = countWhitespace(p, whitespace);
    p += count;
    if (count < 16) return p;
  }
}

/** Whether a value can start with the byte (RFC 8259, section 3). */
export function startsValue(byte: u32): bool {
  return byte === 0x22 || byte - 0x30 <= 9 || (byte | 0x20) === 0x7b || byte === 0x2d || byte === 0x74 || byte === 0x66 || byte === 0x6e;
}
