/**
 * The witness: compares what was read with what was written, white space outside strings aside, and knows nothing of JSON but
 * where strings begin and end. It shares no code with the paths that format.
 */
export namespace witness {
  export let inString: bool = false;
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

/** Follows `count` equal bytes from `p` on in and out of strings. */
function follow(p: usize, count: usize): void {
  const bytes = v128.load(p);
  const run = (1 << count) - 1;
  if (!witness.escaped && (i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x5c))) & run) === 0) {
    const quotes = popcnt(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x22))) & run);
    witness.inString = bool(u32(witness.inString) ^ (quotes & 1));
    return;
  }
  for (let i: usize = 0; i < count; i++) {
    const byte: u32 = load<u8>(p + i);
    if (witness.escaped) witness.escaped = false;
    else if (byte === 0x5c) witness.escaped = true;
    else if (byte === 0x22) witness.inString = !witness.inString;
  }
}

/**
 * Whether the bytes from `a` to `aEnd` and those from `b` to `bEnd` are the same but for white space outside strings.
 * To be called with everything read and everything written, piece after piece, in order.
 */
export function sameButSpace(a: usize, aEnd: usize, b: usize, bEnd: usize): bool {
  while (true) {
    const rest = min(min(aEnd - a, bEnd - b), 16);
    const equal = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)));
    const count = min(usize(ctz(~equal)), rest);
    follow(a, count);
    a += count;
    b += count;
    if (a === aEnd && b === bEnd) return true;
    if (count === 16) continue;
    if (witness.inString) return false;
    const aNext = pastSpace(a, aEnd);
    const bNext = pastSpace(b, bEnd);
    if (aNext === a && bNext === b) return false;
    a = aNext;
    b = bNext;
    if (a === aEnd || b === bEnd) return a === aEnd && b === bEnd;
  }
}
