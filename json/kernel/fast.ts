import { closer, countBlanks, depth, FRAME, machine, offsetOf, skipBlanks, startsValue } from './machine';
import { AFTER_VALUE, COLON, FIRST_KEY, FIRST_VALUE, KEY, STRING, VALUE } from './states';
import { copyString, stops } from './string';

/** Bytes of output that may be written between two questions for room, beyond the input that is left. */
const SLACK: usize = 128;

/**
 * Whether the output has room to go on quickly. Copying a byte uses up one byte of input and one of output, so only what is added needs
 * room: out - at may grow by the difference of the two rests.
 */
export function hasRoom(): bool {
  return machine.out + (machine.end - machine.at) + (depth() + 2) * machine.step + SLACK <= machine.outEnd;
}

/** Indents by `count` bytes at `q`; up to sixteen bytes beyond are dirtied. */
function indentAt(q: usize, count: usize, fill: v128): void {
  v128.store(q, fill);
  for (let done: usize = 16; done < count; done += 16) v128.store(q + done, fill);
}

/** One bit per byte: whether it is a digit. */
function digitBits(bytes: v128): u32 {
  return i8x16.bitmask(i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9)));
}

/** How many of the sixteen bytes, from the first, are digits, signs or points; 16 when all are. */
function numberEnd(bytes: v128): u32 {
  const range = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x2b)), i8x16.splat(0x0e));
  return ctz(~i8x16.bitmask(v128.andnot(range, i8x16.eq(bytes, i8x16.splat(0x2c)))));
}

/** Whether the byte after a number leaves it open: an exponent, or the window's edge behind which it may go on. */
function leavesOpen(byte: u32): bool {
  return (byte | 0x20) === 0x65 || byte === 0;
}

/**
 * Whether the `end` bytes from `p` on, of which `digits` tells the digits, are a number (RFC 8259, section 6) without exponent and of fewer
 * than 32 bytes. Where it ends is known without this, so that the next token need not wait for it.
 */
function isNumber(p: usize, digits: u64, end: u32): bool {
  const sign = u64(load<u8>(p) === 0x2d);
  const whole = ctz(~(digits >> sign));
  if (whole === 0 || end === 32 || leavesOpen(load<u8>(p + end))) return false;
  if (load<u8>(p + usize(sign)) === 0x30 && whole > 1) return false;
  const point = sign + whole;
  if (point === end) return true;
  const fraction = ctz(~(digits >> (point + 1)));
  return load<u8>(p + usize(point)) === 0x2e && fraction > 0 && point + 1 + fraction === end;
}

/**
 * Formats as far as the text is plain. On anything else (a slip, a number out of the ordinary, the window's edge, no more room) it stops in
 * front of it and leaves `state` as the careful path needs it; it reports nothing itself.
 * To be entered with at least one bracket open, between two tokens.
 */
export function runFast(): void {
  let p = machine.at;
  // The next byte is written to p + shift.
  let shift = machine.out - p;
  const limit = machine.outEnd - machine.end - SLACK;
  const fill = machine.fill;
  const blanks = machine.blanks;
  const step = machine.step;
  const pretty = machine.pretty;
  let indent = depth() * step;
  let close = closer();
  let state = machine.state;
  let afterValue = state === AFTER_VALUE;
  // White space as long as the last time at this depth is stepped over by that number: the processor, having guessed that it fits, reads
  // on without waiting for the count. What a level adds is learnt at its first opening.
  let usual: usize = 0;
  let usualStep: usize = 0;

  while (true) {
    if (!afterValue) {
      let byte: u32 = load<u8>(p);
      if (byte <= 0x20) {
        if (countBlanks(p, blanks) === usual) {
          shift -= usual;
          p += usual;
        } else {
          const next = skipBlanks(p, blanks);
          usual = next - p;
          shift -= usual;
          p = next;
        }
        byte = load<u8>(p);
      }
      if (byte === 0x22) {
        const bytes = v128.load(p, 1);
        store<u8>(p + shift, 0x22);
        v128.store(p + shift, bytes, 1);
        // The quote alone says how far it goes, so that the next token can be looked at; whether nothing else stood in between comes after.
        const quotes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x22)));
        let next = p + ctz(quotes) + 2;
        if (quotes === 0 || (stops(bytes) & ((quotes & -quotes) - 1)) !== 0) {
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
            next = skipBlanks(p, blanks);
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
          const count = countBlanks(next, blanks);
          if (count === usual + usualStep) {
            usual += usualStep;
            next += usual;
          } else {
            next = skipBlanks(next, blanks);
            usualStep = next - p - 1 - usual;
            usual += usualStep;
          }
          inner = load<u8>(next);
        }
        let q = p + shift + 1;
        p = next;
        state = close === 0x7d ? KEY : VALUE;
        if (inner === close) {
          // Empty brackets stay together, as JSON.stringify writes them.
          store<u8>(q, u8(close));
          p += 1;
          shift = q + 1 - p;
          machine.top -= FRAME;
          close = closer();
        } else {
          indent += step;
          if (close === 0x7d ? inner !== 0x22 : !startsValue(inner)) {
            // The window's edge, where it is not known yet whether the brackets are empty; or a slip.
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
        // No branch between true and false: nobody could guess it.
        const word = load<u64>(p);
        const four = u32(word);
        const isFalse = usize((word & 0xff_ffff_ffff) === 0x65_736c_6166);
        if (!(usize(four === 0x65757274) | usize(four === 0x6c6c756e) | isFalse)) break;
        store<u64>(p + shift, word);
        p += 4 + isFalse;
      }
    }
    afterValue = false;

    // After a value: close as many brackets as close here, then a comma.
    state = AFTER_VALUE;
    while (true) {
      let byte: u32 = load<u8>(p);
      if (byte <= 0x20) {
        const less = usual - usualStep;
        if (countBlanks(p, blanks) === less) {
          shift -= less;
          p += less;
        } else {
          const next = skipBlanks(p, blanks);
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
      if (load<u8>(p - 1) <= 0x20) usual -= usualStep;
      let q = p + shift;
      store<u8>(q, 0x0a);
      q += pretty;
      indentAt(q, indent, fill);
      q += indent;
      store<u8>(q, u8(byte));
      p += 1;
      shift = q + 1 - p;
      machine.top -= FRAME;
      close = closer();
      if (close === 0) break;
    }
    if (state === AFTER_VALUE) break;
  }
  machine.at = p;
  machine.out = p + shift;
  machine.state = state;
}
