/**
 * Compares the output with the input, ignoring white space outside strings. It shares no code with the formatting paths and knows only
 * where strings begin and end.
 */
export namespace comparison {
  /** 1 inside a string. */
  export let inString: i32 = 0;
  /** Whether the next byte follows a backslash. */
  export let escaped: bool = false;
}

function isWhitespace(byte: u32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the first position from `p`, at most `end`, without white space. */
function skipWhitespace(p: usize, end: usize): usize {
  while (p + 16 <= end) {
    const bytes = v128.load(p);
    const spaces = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x0a))),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x0d)), i8x16.eq(bytes, i8x16.splat(0x09))),
    );
    const count = ctz(~i8x16.bitmask(spaces));
    if (count < 16) return p + count;
    p += 16;
  }
  while (p < end && isWhitespace(load<u8>(p))) p++;
  return p;
}

/** Tracks strings through `count` bytes at `p` that contain backslashes. @returns 1 if the last byte is inside a string. */
function trackStrings(p: usize, count: usize, inString: i32): i32 {
  for (let i: usize = 0; i < count; i++) {
    const byte: u32 = load<u8>(p + i);
    if (comparison.escaped) comparison.escaped = false;
    else if (byte === 0x5c) comparison.escaped = true;
    else if (byte === 0x22) inString ^= 1;
  }
  return inString;
}

/**
 * Whether the bytes from `a` to `aEnd` equal those from `b` to `bEnd`, ignoring white space outside strings.
 * Call it with all input and all output, chunk by chunk, in order.
 */
export function equalIgnoringSpace(a: usize, aEnd: usize, b: usize, bEnd: usize): bool {
  let inString = comparison.inString;
  while (true) {
    const bytes = v128.load(a);
    const different = ~i8x16.bitmask(i8x16.eq(bytes, v128.load(b)));
    const count = min(usize(ctz(different)), min(min(aEnd - a, bEnd - b), 16));
    const run = (1 << i32(count)) - 1;
    const slashes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x5c))) & run;
    if (slashes !== 0 || comparison.escaped) inString = trackStrings(a, count, inString);
    else inString ^= popcnt(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x22))) & run) & 1;
    a += count;
    b += count;
    if (count === 16) continue;
    if (a === aEnd && b === bEnd) break;
    if (inString) return false;
    const aStart = a;
    const bStart = b;
    if (a < aEnd && load<u8>(a) <= 0x20) a = skipWhitespace(a, aEnd);
    if (b < bEnd && load<u8>(b) <= 0x20) b = skipWhitespace(b, bEnd);
    if (a === aStart && b === bStart) return false;
  }
  comparison.inString = inString;
  return true;
}
