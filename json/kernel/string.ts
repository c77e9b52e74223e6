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

/** 0 for a hexadecimal digit, anything else otherwise. */
function notHex(byte: u32): u32 {
  return u32(byte - 0x30 > 9) & u32((byte | 0x20) - 0x61 > 5);
}

/** Whether the four bytes at `p` are hexadecimal digits. */
function isHex4(p: usize): bool {
  return !(notHex(load<u8>(p)) | notHex(load<u8>(p, 1)) | notHex(load<u8>(p, 2)) | notHex(load<u8>(p, 3)));
}

/** Whether the byte may stand after a backslash, `u` aside. */
export function isShortEscape(byte: u32): bool {
  return (
    byte === 0x22 || byte === 0x5c || byte === 0x2f || byte === 0x62 || byte === 0x66 || byte === 0x6e || byte === 0x72 || byte === 0x74
  );
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
    p += ctz(mask);
    const byte: u32 = load<u8>(p);
    if (byte === 0x22) return p + 1;
    if (byte !== 0x5c) break;
    const escaped: u32 = load<u8>(p, 1);
    if (escaped === 0x75) {
      if (!isHex4(p + 2)) break;
      store<u64>(p + shift, load<u64>(p));
      p += 6;
    } else {
      if (!isShortEscape(escaped)) break;
      store<u16>(p + shift, load<u16>(p));
      p += 2;
    }
  }
  machine.at = p;
  return 0;
}
