import { closingBracket, depth, FRAME, MAX_STARTS, machine, OUTPUT, offsetOf, STACK, STARTS, startsValue } from './machine';
import {
  AFTER_VALUE,
  CLOSING,
  COLON,
  ESCAPE,
  EXPONENT,
  EXPONENT_DIGITS,
  EXPONENT_SIGN,
  FIRST_KEY,
  FIRST_VALUE,
  FRACTION,
  HEX,
  INTEGER,
  KEY,
  LINE_START,
  LITERAL,
  MINUS,
  MORE_INPUT,
  OUTPUT_FULL,
  POINT,
  STACK_FULL,
  STRING,
  SYNTAX_ERROR,
  USE_FAST_PATH,
  VALUE,
  ZERO,
} from './states';
import { isShortEscape, stopMask } from './string';

/** Minimum input left for the fast path, in bytes. */
const MIN_FAST_INPUT: usize = 64;

/** Whether the fast path may take over: between two tokens, inside brackets, far from the end of the window. */
export function canUseFastPath(): bool {
  return machine.state <= AFTER_VALUE && machine.top !== STACK && machine.end - machine.at >= MIN_FAST_INPUT;
}

function isWhitespace(byte: u32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: u32): bool {
  return byte - 0x30 <= 9;
}

/** Writes pending white space as far as there is room. @returns whether all of it was written. */
export function writePending(): bool {
  if (machine.pendingBreak > 0 && machine.out < machine.outEnd) {
    store<u8>(machine.out++, 0x0a);
    machine.pendingBreak = 0;
  }
  if (machine.pendingBreak === 0 && machine.pendingIndent > 0) {
    const count = min(machine.pendingIndent, machine.outEnd - machine.out);
    memory.fill(machine.out, i8x16.extract_lane_u(machine.fill, 0), count);
    machine.out += count;
    machine.pendingIndent -= count;
  }
  if (machine.pendingSpace > 0 && machine.out < machine.outEnd) {
    store<u8>(machine.out++, 0x20);
    machine.pendingSpace = 0;
  }
  return machine.pendingBreak + machine.pendingIndent + machine.pendingSpace === 0;
}

/** Starts a new line, indented by `levels`. */
function breakLine(levels: usize): void {
  machine.pendingBreak = machine.pretty;
  machine.pendingIndent = levels * machine.step;
}

/** Copies the current byte and advances. The caller ensures that there is room. */
function copy(byte: u32, state: i32): void {
  store<u8>(machine.out++, u8(byte));
  machine.at++;
  machine.state = state;
}

/** Records the start of a document. The caller ensures that there is room. */
function startDocument(byte: u32): void {
  store<u32>(STARTS + 4 * machine.starts++, u32(machine.out - OUTPUT));
  machine.bracketed = (byte | 0x20) === 0x7b;
  machine.lineBroken = false;
}

/** Handles the first byte of a value. */
function startValue(byte: u32): i32 {
  if (machine.top === STACK) {
    if (machine.starts === MAX_STARTS) return OUTPUT_FULL;
    if (startsValue(byte)) startDocument(byte);
  }
  if (byte === 0x22) {
    machine.isKey = false;
    copy(byte, STRING);
  } else if (byte === 0x7b || byte === 0x5b) {
    if (machine.top >= machine.stackEnd) return STACK_FULL;
    store<u64>(machine.top, (offsetOf(machine.at) << 1) | ((byte >> 5) & 1));
    machine.top += FRAME;
    copy(byte, byte === 0x7b ? FIRST_KEY : FIRST_VALUE);
  } else if (byte === 0x2d) copy(byte, MINUS);
  else if (byte === 0x30) copy(byte, ZERO);
  else if (isDigit(byte)) copy(byte, INTEGER);
  else {
    if (byte === 0x74) machine.literal = 0x657572;
    else if (byte === 0x66) machine.literal = 0x65736c61;
    else if (byte === 0x6e) machine.literal = 0x6c6c75;
    else return SYNTAX_ERROR;
    copy(byte, LITERAL);
  }
  return MORE_INPUT;
}

/** Handles the first byte after a value, white space aside. */
function afterValue(byte: u32): i32 {
  const close = closingBracket();
  if (close === 0) {
    if (machine.lines && byte === 0x0a) {
      machine.at++;
      machine.separated = true;
      machine.state = LINE_START;
      return MORE_INPUT;
    }
    if (machine.documents && machine.lineBroken && machine.bracketed && (byte | 0x20) === 0x7b) {
      machine.pendingBreak = 1;
      machine.state = VALUE;
      return MORE_INPUT;
    }
    return SYNTAX_ERROR;
  }
  if (byte === 0x2c) {
    copy(byte, close === 0x7d ? KEY : VALUE);
    breakLine(depth());
  } else if (byte === close) {
    breakLine(depth() - 1);
    machine.state = CLOSING;
  } else return SYNTAX_ERROR;
  return MORE_INPUT;
}

/** Handles a byte between two tokens. */
function between(byte: u32): i32 {
  const state = machine.state;
  if (isWhitespace(byte) && state !== CLOSING && !(machine.lines && byte === 0x0a)) {
    if (byte === 0x0a || byte === 0x0d) machine.lineBroken = true;
    machine.at++;
    return MORE_INPUT;
  }
  if (state === VALUE) return startValue(byte);
  if (state === AFTER_VALUE) return afterValue(byte);
  if (state === CLOSING) {
    machine.top -= FRAME;
    copy(byte, AFTER_VALUE);
  } else if (state === KEY) {
    if (byte !== 0x22) return SYNTAX_ERROR;
    machine.isKey = true;
    copy(byte, STRING);
  } else if (state === COLON) {
    if (byte !== 0x3a) return SYNTAX_ERROR;
    copy(byte, VALUE);
    machine.pendingSpace = machine.pretty;
  } else if (state === LINE_START) {
    if (byte === 0x0a) machine.at++;
    else {
      machine.state = VALUE;
      machine.pendingBreak = usize(machine.separated);
    }
  } else {
    // The first token inside a bracket decides whether a line break follows the bracket.
    if (byte === closingBracket()) machine.state = CLOSING;
    else if (state === FIRST_KEY) {
      if (byte !== 0x22) return SYNTAX_ERROR;
      machine.state = KEY;
      breakLine(depth());
    } else {
      if (!startsValue(byte)) return SYNTAX_ERROR;
      machine.state = VALUE;
      breakLine(depth());
    }
  }
  return MORE_INPUT;
}

/** Handles a byte inside a string (RFC 8259, section 7). */
function insideString(byte: u32): i32 {
  if (machine.state === ESCAPE) {
    if (byte === 0x75) {
      machine.hexDigits = 4;
      copy(byte, HEX);
    } else if (isShortEscape(byte)) copy(byte, STRING);
    else return SYNTAX_ERROR;
    return MORE_INPUT;
  }
  if (machine.state === HEX) {
    if (!isDigit(byte) && (byte | 0x20) - 0x61 > 5) return SYNTAX_ERROR;
    machine.hexDigits--;
    copy(byte, machine.hexDigits === 0 ? STRING : HEX);
    return MORE_INPUT;
  }
  while (machine.at + 16 <= machine.end && machine.out + 16 <= machine.outEnd) {
    const bytes = v128.load(machine.at);
    if (stopMask(bytes) !== 0) break;
    v128.store(machine.out, bytes);
    machine.at += 16;
    machine.out += 16;
  }
  if (machine.at >= machine.end || machine.out >= machine.outEnd) return MORE_INPUT;
  byte = load<u8>(machine.at);
  if (byte < 0x20) return SYNTAX_ERROR;
  copy(byte, byte === 0x5c ? ESCAPE : byte !== 0x22 ? STRING : machine.isKey ? COLON : AFTER_VALUE);
  return MORE_INPUT;
}

/** Handles a byte inside a number (RFC 8259, section 6). Does not consume the byte that ends the number. */
function insideNumber(byte: u32): i32 {
  const state = machine.state;
  const digit = isDigit(byte);
  if (state === MINUS) {
    if (!digit) return SYNTAX_ERROR;
    copy(byte, byte === 0x30 ? ZERO : INTEGER);
  } else if (digit && state !== ZERO) {
    copy(byte, state === POINT ? FRACTION : state === EXPONENT || state === EXPONENT_SIGN ? EXPONENT_DIGITS : state);
  } else if (state === POINT || state === EXPONENT_SIGN) return SYNTAX_ERROR;
  else if (state === EXPONENT) {
    if (byte !== 0x2b && byte !== 0x2d) return SYNTAX_ERROR;
    copy(byte, EXPONENT_SIGN);
  } else if (byte === 0x2e && (state === ZERO || state === INTEGER)) copy(byte, POINT);
  else if ((byte | 0x20) === 0x65 && state !== EXPONENT_DIGITS) copy(byte, EXPONENT);
  else if (digit) return SYNTAX_ERROR;
  else machine.state = AFTER_VALUE;
  return MORE_INPUT;
}

function insideLiteral(byte: u32): i32 {
  if (byte !== u32(machine.literal & 0xff)) return SYNTAX_ERROR;
  machine.literal >>= 8;
  copy(byte, machine.literal === 0 ? AFTER_VALUE : LITERAL);
  return MORE_INPUT;
}

/**
 * Formats byte by byte. All state is in `machine`, so it can stop and resume at any byte of input or output. Only this path reports errors.
 * @returns MORE_INPUT, OUTPUT_FULL, SYNTAX_ERROR, STACK_FULL, or USE_FAST_PATH when the fast path may take over.
 */
export function runSlowPath(): i32 {
  const start = machine.at;
  while (true) {
    if (!writePending()) return OUTPUT_FULL;
    if (machine.at >= machine.end) return MORE_INPUT;
    if (machine.at > start && canUseFastPath()) return USE_FAST_PATH;
    if (machine.out >= machine.outEnd) return OUTPUT_FULL;
    const byte: u32 = load<u8>(machine.at);
    let status: i32;
    if (machine.state < STRING) status = between(byte);
    else if (machine.state < MINUS) status = insideString(byte);
    else if (machine.state < LITERAL) status = insideNumber(byte);
    else status = insideLiteral(byte);
    if (status !== MORE_INPUT) return status;
  }
}
