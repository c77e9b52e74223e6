/**
 * The memory and the registers of the kernel. Positions are addresses in this memory; offsets count from the first byte of the
 * whole text.
 *
 *     0 … 4,096                  tables the compiler placed
 *     INPUT  … + INPUT_SIZE      the window of text being read, followed by PAD zero bytes
 *     OUTPUT … + OUTPUT_SIZE     the window of text being written, followed by PAD bytes that wide stores may dirty
 *     STACK  …                   one frame per open bracket, to the end of memory, which grows
 *
 * The zero bytes behind the input are why the inner loops never ask whether the input has ended: zero is no digit, no white space and
 * no character of a string, so every loop stops there by itself.
 */
export const INPUT: usize = 4096;
export const INPUT_SIZE: usize = 256 * 1024;
export const PAD: usize = 256;
export const OUTPUT: usize = INPUT + INPUT_SIZE + PAD;
export const OUTPUT_SIZE: usize = 1024 * 1024;
export const STACK: usize = OUTPUT + OUTPUT_SIZE + PAD;
/** A frame: the bracket's offset and kind in 8 bytes, then its line and its column as two f64. */
export const FRAME: usize = 24;

export namespace machine {
  /** The next byte to read, and the end of the window. */
  export let at: usize = INPUT;
  export let end: usize = INPUT;
  /** The next byte to write, and where writing must stop. */
  export let out: usize = OUTPUT;
  export let outEnd: usize = OUTPUT;
  /** The frame after the innermost open bracket's, and where the stack must grow. */
  export let top: usize = STACK;
  export let stackEnd: usize = STACK;
  /** Offset of the window's first byte. */
  export let base: u64 = 0;

  export let state: i32 = 0;
  /** Whether the string being read is a key. */
  export let isKey: bool = false;
  /** How many hexadecimal digits of `\u` are still to come. */
  export let hexDigits: i32 = 0;
  /** The rest of the literal being read, first letter in the low byte. */
  export let literal: u64 = 0;
  /** JSON Lines: whether a value was written, so that the next needs a line of its own. */
  export let separated: bool = false;

  /** White space decided upon but not yet written: a line break (0 or 1), then so many bytes of indentation, then a space (0 or 1). */
  export let pendingBreak: usize = 0;
  export let pendingIndent: usize = 0;
  export let pendingSpace: usize = 0;

  /** Bytes of indentation a level adds; 0 when minifying. */
  export let step: usize = 2;
  /** The byte that indents, space or tab, sixteen times. */
  export let fill: v128 = i8x16.splat(0x20);
  /** 1 when line breaks and the space after a colon are written, 0 when minifying. */
  export let pretty: usize = 1;
  export let lines: bool = false;
  /** By a byte's low nibble, which control characters are white space. In JSON Lines a line feed is not. */
  export let blanks: v128 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);
}

/** How many brackets are open. */
export function depth(): usize {
  return (machine.top - STACK) / FRAME;
}

/** The byte that closes the innermost open bracket; 0 when none is open. */
export function closer(): u32 {
  if (machine.top === STACK) return 0;
  return 0x5d + ((load<u32>(machine.top - FRAME) & 1) << 5);
}

/** Offset of a position of the input window. */
export function offsetOf(position: usize): u64 {
  return machine.base + u64(position - INPUT);
}

/** How many of the next sixteen bytes are white space, counted from the first. */
export function countBlanks(p: usize, blanks: v128): usize {
  const bytes = v128.load(p);
  // A swizzle yields 0 for every index above 15, so the table answers for control characters only.
  return ctz(~i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.swizzle(blanks, bytes))));
}

/** The first position from `p` on that holds no white space (RFC 8259, section 2). */
export function skipBlanks(p: usize, blanks: v128): usize {
  while (true) {
    const count = countBlanks(p, blanks);
    p += count;
    if (count < 16) return p;
  }
}

/** Whether a value can start with the byte (RFC 8259, section 3). */
export function startsValue(byte: u32): bool {
  return byte === 0x22 || byte - 0x30 <= 9 || (byte | 0x20) === 0x7b || byte === 0x2d || byte === 0x74 || byte === 0x66 || byte === 0x6e;
}
