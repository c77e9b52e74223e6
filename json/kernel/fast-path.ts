import { closingBracket, countWhitespace, depth, FRAME, machine, offsetOf, skipWhitespace, startsValue } from './machine';
import { AFTER_VALUE, COLON, FIRST_KEY, FIRST_VALUE, KEY, STRING, VALUE } from './states';
import { copyString, stopMask } from './string';

/** Bytes that may be written between two checks of the remaining room, in addition to the remaining input. */
const SLACK: usize = 128;

/**
 * Whether the output has room for the fast path. Copying consumes one byte of input per byte of output, so only added bytes need room.
 */
export function hasRoom(): bool {
  return machine.out + (machine.end - machine.at) + (depth() + 2) * machine.step + SLACK <= machine.outEnd;
}

/** Writes `count` bytes of indentation at `q`; may overwrite up to 16 bytes after them. */
function indentAt(q: usize, count: usize, fill: v128): void {
  v128.store(q, fill);
  for (let done: usize = 16; done < count; done += 16) v128.store(q + done, fill);
}

/** One bit per byte, set for digits. */
function digitBits(bytes: v128): u32 {
  return i8x16.bitmask(i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9)));
}

/** Number of leading bytes, of 16, that are digits, signs or points. */
function numberEnd(bytes: v128): u32 {
  const range = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x2b)), i8x16.splat(0x0e));
  return ctz(~i8x16.bitmask(v128.andnot(range, i8x16.eq(bytes, i8x16.splat(0x2c)))));
}

/** Whether a number may continue with this byte: an exponent, or the end of the window. */
function mayContinue(byte: u32): bool {
  return (byte | 0x20) === 0x65 || byte === 0;
}

/**
 * Whether the `end` bytes at `p` are a number (RFC 8259, section 6) of fewer than 32 bytes without exponent. `digits` is its mask of digits.
 * The caller finds the end separately, so that the next token does not wait for this check.
 */
function isNumber(p: usize, digits: u64, end: u32): bool {
  const sign = u64(load<u8>(p) === 0x2d);
  const whole = ctz(~(digits >> sign));
  if (whole === 0 || end === 32 || mayContinue(load<u8>(p + end))) return false;
  if (load<u8>(p + usize(sign)) === 0x30 && whole > 1) return false;
  const point = sign + whole;
  if (point === end) return true;
  const fraction = ctz(~(digits >> (point + 1)));
  return load<u8>(p + usize(point)) === 0x2e && fraction > 0 && point + 1 + fraction === end;
}

/**
 * Formats common input. It stops before anything else (an error, an unusual number, the end of the window, a full output) and leaves that
 * to the slow path. Must be entered between two tokens with at least one open bracket.
 */
export function runFastPath(): void {
  let p = machine.at;
  // The next byte is written to p + shift.
  let shift = machine.out - p;
  const limit = machine.outEnd - machine.end - SLACK;
  const fill = machine.fill;
  const whitespace = machine.whitespace;
  const step = machine.step;
  const pretty = machine.pretty;
  let indent = depth() * step;
  let close = closingBracket();
  let state = machine.state;
  let afterValue = state === AFTER_VALUE;
  // Predicts that white space is as long as before at this depth. If so, the processor speculates past the count. Each level's extra
  // length is learned when a bracket opens.
  let expectedSpace: usize = 0;
  let expectedStep: usize = 0;

  while (true) {
    if (!afterValue) {
      let byte: u32 = load<u8>(p);
      if (byte <= 0x20) {
        if (countWhitespace(p, whitespace) === expectedSpace) {
          shift -= expectedSpace;
          p += expectedSpace;
        } else {
          const next = skipWhitespace(p, whitespace);
          expectedSpace = next - p;
          shift -= expectedSpace;
          p = next;
        }
        byte = load<u8>(p);
      }
      if (byte === 0x22) {
        const bytes = v128.load(p, 1);
        store<u8>(p + shift, 0x22);
        v128.store(p + shift, bytes, 1);
        // Take the end from the quote alone, so that the next token can start; check the bytes in between afterwards.
        const quotes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x22)));
        let next = p + ctz(quotes) + 2;
        if (quotes === 0 || (stopMask(bytes) & ((quotes & -quotes) - 1)) !== 0) {
          next = copyString(p + 1, shift);
          if (next === 0) {
            machine.isKey = state === KEY;
            state = STRING;
            p = machine.at;
            break;
          }
        }
        p = next;
        if (state === KEY) {
          byte = load<u8>(p);
          if (byte <= 0x20) {
            next = skipWhitespace(p, whitespace);
            shift -= next - p;
            p = next;
            byte = load<u8>(p);
          }
          if (byte !== 0x3a) {
            state = COLON;
            break;
          }
          store<u16>(p + shift, 0x203a);
          p += 1;
          shift += pretty;
          if (load<u8>(p) === 0x20) {
            p++;
            shift--;
          }
          state = VALUE;
          continue;
        }
      } else if (state === KEY) {
        break;
      } else if (byte - 0x30 <= 9 || byte === 0x2d) {
        const bytes = v128.load(p);
        v128.store(p + shift, bytes);
        let end = numberEnd(bytes);
        let digits: u64 = digitBits(bytes);
        if (end === 16) {
          const more = v128.load(p, 16);
          v128.store(p + shift, more, 16);
          end += numberEnd(more);
          digits |= u64(digitBits(more)) << 16;
        }
        if (!isNumber(p, digits, end)) break;
        p += end;
      } else if ((byte | 0x20) === 0x7b) {
        if (shift + indent + step > limit || machine.top >= machine.stackEnd) break;
        store<u8>(p + shift, u8(byte));
        store<u64>(machine.top, (offsetOf(p) << 1) | ((byte >> 5) & 1));
        machine.top += FRAME;
        close = byte + 2;
        let next = p + 1;
        let inner: u32 = load<u8>(next);
        if (inner <= 0x20) {
          const count = countWhitespace(next, whitespace);
          if (count === expectedSpace + expectedStep) {
            expectedSpace += expectedStep;
            next += expectedSpace;
          } else {
            next = skipWhitespace(next, whitespace);
            expectedStep = next - p - 1 - expectedSpace;
            expectedSpace += expectedStep;
          }
          inner = load<u8>(next);
        }
        let q = p + shift + 1;
        p = next;
        state = close === 0x7d ? KEY : VALUE;
        if (inner === close) {
          // Write empty brackets without a line break, as JSON.stringify does.
          store<u8>(q, u8(close));
          p += 1;
          shift = q + 1 - p;
          machine.top -= FRAME;
          close = closingBracket();
        } else {
          indent += step;
          if (close === 0x7d ? inner !== 0x22 : !startsValue(inner)) {
            // An error, or the end of the window, which hides whether the brackets are empty.
            shift = q - p;
            state = close === 0x7d ? FIRST_KEY : FIRST_VALUE;
            break;
          }
          store<u8>(q, 0x0a);
          q += pretty;
          indentAt(q, indent, fill);
          shift = q + indent - p;
          continue;
        }
      } else {
        // No branch between true and false: it would be unpredictable.
        const word = load<u64>(p);
        const four = u32(word);
        const isFalse = usize((word & 0xff_ffff_ffff) === 0x65_736c_6166);
        if (!(usize(four === 0x65757274) | usize(four === 0x6c6c756e) | isFalse)) break;
        store<u64>(p + shift, word);
        p += 4 + isFalse;
      }
    }
    afterValue = false;

    // After a value: closing brackets, then a comma.
    state = AFTER_VALUE;
    while (true) {
      let byte: u32 = load<u8>(p);
      if (byte <= 0x20) {
        const outerSpace = expectedSpace - expectedStep;
        if (countWhitespace(p, whitespace) === outerSpace) {
          shift -= outerSpace;
          p += outerSpace;
        } else {
          const next = skipWhitespace(p, whitespace);
          shift -= next - p;
          p = next;
        }
        byte = load<u8>(p);
      }
      if (shift + indent > limit) break;
      if (byte === 0x2c) {
        state = close === 0x7d ? KEY : VALUE;
        store<u16>(p + shift, 0x0a2c);
        p += 1;
        shift += pretty;
        indentAt(p + shift, indent, fill);
        shift += indent;
        break;
      }
      if (byte !== close) break;
      indent -= step;
      if (load<u8>(p - 1) <= 0x20) expectedSpace -= expectedStep;
      let q = p + shift;
      store<u8>(q, 0x0a);
      q += pretty;
      indentAt(q, indent, fill);
      q += indent;
      store<u8>(q, u8(byte));
      p += 1;
      shift = q + 1 - p;
      machine.top -= FRAME;
      close = closingBracket();
      if (close === 0) break;
    }
    if (state === AFTER_VALUE) break;
  }
  machine.at = p;
  machine.out = p + shift;
  machine.state = state;
}
