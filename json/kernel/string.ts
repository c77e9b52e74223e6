import { machine } from './machine';

/** A set bit for each of sixteen bytes that ends a plain run of string characters: quote, backslash, control character (RFC 8259, section 7). */
export function stops(bytes: v128): i32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    ),
  );
}

/** A set bit for each of sixteen bytes that is a hexadecimal digit. */
function hexDigits(bytes: v128): i32 {
  const digits = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  const letters = i8x16.le_u(i8x16.sub(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x61)), i8x16.splat(5));
  return i8x16.bitmask(v128.or(digits, letters));
}

/**
 * Copies the \\u escapes that follow each other from `p` on, two at a time where it can. The lengths are constants behind branches, so that
 * the processor, having guessed the branch, need not wait for one escape before it looks at the next.
 * @returns the position after them.
 */
function copyUnicodeEscapes(p: usize, shift: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    v128.store(p + shift, bytes);
    const digits = hexDigits(bytes);
    const slashes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x5c)));
    const letters = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x75)));
    if (((digits ^ 0xf3c) & 0xf3c) + ((slashes ^ 0x41) & 0x41) + ((letters ^ 0x82) & 0x82) === 0) p += 12;
    else if (((digits ^ 0x3c) & 0x3c) + ((slashes ^ 0x01) & 0x01) + ((letters ^ 0x02) & 0x02) === 0) p += 6;
    else return p;
  }
}

/** Whether the byte may stand after a backslash, `u` aside: one of " / \\ b f n r t, each a bit of one of two words. */
export function isShortEscape(byte: u32): bool {
  const set: u64 = byte < 64 ? 0x0000_8004_0000_0000 : 0x0014_4044_1000_0000;
  return byte < 128 && ((set >> (byte & 63)) & 1) !== 0;
}

/**
 * Copies the characters of a string from `p` to `p + shift` up to and with its closing quote.
 * The bytes are stored before they are looked at: what is stored too much is overwritten by what follows.
 * @returns the position after the quote, or 0 with `machine.at` at the byte that the careful path has to judge.
 */
export function copyString(p: usize, shift: usize): usize {
  while (true) {
    const bytes = v128.load(p);
    v128.store(p + shift, bytes);
    const mask = stops(bytes);
    if (mask === 0) {
      p += 16;
      continue;
    }
    let left = mask;
    let next = p + 16;
    while (left !== 0) {
      const stop = p + ctz(left);
      const byte: u32 = load<u8>(stop);
      if (byte === 0x22) return stop + 1;
      const escaped: u32 = load<u8>(stop, 1);
      if (byte === 0x5c && isShortEscape(escaped)) {
        // Both bytes are dealt with; the rest of the block is judged already.
        left &= ~(3 << (stop - p));
        if (stop === p + 15) {
          store<u8>(stop + shift, u8(escaped), 1);
          next = p + 17;
        }
        continue;
      }
      next = byte === 0x5c && escaped === 0x75 ? copyUnicodeEscapes(stop, shift) : stop;
      if (next === stop) {
        machine.at = stop;
        return 0;
      }
      left = 0;
    }
    p = next;
  }
}
