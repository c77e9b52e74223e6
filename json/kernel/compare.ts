/**
 * The witness: compares what was read with what was written, white space outside strings aside, and knows nothing of JSON but
 * where strings begin and end. It shares no code with the paths that format.
 */
export namespace witness {
  /** 1 inside a string. */
  export let inString: i32 = 0;
  /** Whether the next byte stands after a backslash. */
  export let escaped: bool = false;
}

function isSpace(byte: u32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first position from `p` on, at most `end`, that holds no white space. */
function pastSpace(p: usize, end: usize): usize {
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
  while (p < end && isSpace(load<u8>(p))) p++;
  return p;
}

/** Follows `count` bytes from `p` on in and out of strings, where backslashes are about. */
function followEscapes(p: usize, count: usize, inString: i32): i32 {
  for (let i: usize = 0; i < count; i++) {
    const byte: u32 = load<u8>(p + i);
    if (witness.escaped) witness.escaped = false;
    else if (byte === 0x5c) witness.escaped = true;
    else if (byte === 0x22) inString ^= 1;
  }
  return inString;
}

/**
 * Whether the bytes from `a` to `aEnd` and those from `b` to `bEnd` are the same but for white space outside strings.
 * To be called with everything read and everything written, piece after piece, in order.
 */
export function sameButSpace(a: usize, aEnd: usize, b: usize, bEnd: usize): bool {
  let inString = witness.inString;
  while (true) {
    const bytes = v128.load(a);
    const different = ~i8x16.bitmask(i8x16.eq(bytes, v128.load(b)));
    const count = min(usize(ctz(different)), min(min(aEnd - a, bEnd - b), 16));
    const run = (1 << i32(count)) - 1;
    const slashes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x5c))) & run;
    if (slashes !== 0 || witness.escaped) inString = followEscapes(a, count, inString);
    else inString ^= popcnt(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x22))) & run) & 1;
    a += count;
    b += count;
    if (count === 16) continue;
    if (a === aEnd && b === bEnd) break;
    if (inString) return false;
    const aFrom = a;
    const bFrom = b;
    if (a < aEnd && load<u8>(a) <= 0x20) a = pastSpace(a, aEnd);
    if (b < bEnd && load<u8>(b) <= 0x20) b = pastSpace(b, bEnd);
    if (a === aFrom && b === bFrom) return false;
  }
  witness.inString = inString;
  return true;
}
