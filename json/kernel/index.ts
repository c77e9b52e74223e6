/**
 * The exports of the formatter's kernel, which is compiled to WebAssembly with SIMD. src/kernel.ts is the host's side.
 * Positions are relative to a window, offsets to the whole text.
 */

import { comparison, equalIgnoringSpace } from './compare';
import { hasRoom, runFastPath } from './fast-path';
import { beginInspection, endText, FINDING, inspectWindow, resetScan, scan } from './inspect';
import { KEYS_SIZE } from './keys';
import { countTo, enterWindow, leaveWindow, location } from './line-column';
import { depth, FRAME, INPUT, INPUT_SIZE, machine, OUTPUT, OUTPUT_SIZE, PAD, STACK, STARTS } from './machine';
import { countRowsOf, rows } from './rows';
import { canUseFastPath, runSlowPath, writePending } from './slow-path';
import {
  AFTER_VALUE,
  COMPLETE,
  EXPONENT_DIGITS,
  FRACTION,
  INTEGER,
  LINE_START,
  OUTPUT_FULL,
  SYNTAX_ERROR,
  USE_FAST_PATH,
  VALUE,
  ZERO,
} from './states';
import { collectStats, stats } from './stats';
import { utf8, validateUtf8 } from './utf8';

export const inputAddress: usize = INPUT;
export const inputSize: usize = INPUT_SIZE;
export const outputAddress: usize = OUTPUT;
export const outputSize: usize = OUTPUT_SIZE;

/** Resets the kernel for a new text. `indent` is the number of `fill` bytes per level; `stackSize` is in bytes. */
export function reset(indent: usize, fill: u32, pretty: bool, lines: bool, documents: bool, stackSize: usize): void {
  machine.at = machine.end = INPUT;
  machine.out = machine.outEnd = OUTPUT;
  machine.top = STACK;
  machine.stackEnd = STACK + stackSize;
  machine.base = 0;
  machine.state = lines ? LINE_START : VALUE;
  machine.separated = false;
  machine.pendingBreak = machine.pendingIndent = machine.pendingSpace = 0;
  machine.step = pretty ? indent : 0;
  machine.fill = i8x16.splat(i8(fill));
  machine.pretty = usize(pretty);
  machine.lines = lines;
  machine.documents = documents;
  machine.starts = 0;
  machine.whitespace = lines
    ? i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0)
    : i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);
  utf8.missing = 0;
  utf8.lower = 0x80;
  utf8.upper = 0xbf;
  location.counted = INPUT;
  location.breaks = location.units = 0;
  location.afterReturn = false;
  rows.lines = rows.ended = 0;
  rows.filled = 0;
  rows.feeds = 0;
  comparison.inString = 0;
  comparison.escaped = false;
}

/** Sets the size of the bracket stack, in bytes, after the host has grown the memory. */
export function growStack(size: usize): void {
  machine.stackEnd = STACK + size;
}

/** Address of the bracket stack and bytes per frame. The host sizes the memory from them. */
export const stackAddress: usize = STACK;
export const frameSize: usize = FRAME;

/**
 * Begins a window: `length` bytes that the host has written to `inputAddress`. The previous window must be consumed.
 * @returns whether the text so far is UTF-8. If not, the window ends before the invalid sequence (see `invalidSequence`).
 */
export function begin(length: usize): bool {
  leaveWindow();
  utf8.start -= i32(machine.end - INPUT);
  machine.at = INPUT;
  machine.end = INPUT + length;
  memory.fill(machine.end, 0, PAD);
  collectStats(machine.end);
  const valid = stats.ascii && utf8.missing === 0 ? true : validateUtf8(machine.end);
  if (!valid) {
    machine.end = INPUT + usize(max(utf8.start, 0));
    memory.fill(machine.end, 0, PAD);
  }
  enterWindow(valid);
  return valid;
}

/** Formats into an empty output window of at most `room` bytes. @returns MORE_INPUT, OUTPUT_FULL, SYNTAX_ERROR or STACK_FULL. */
export function run(room: usize): i32 {
  machine.out = OUTPUT;
  machine.outEnd = OUTPUT + room;
  machine.starts = 0;
  while (true) {
    if (writePending() && canUseFastPath()) {
      if (hasRoom()) runFastPath();
      if (!hasRoom() && machine.out - OUTPUT > OUTPUT_SIZE / 2) return OUTPUT_FULL;
    }
    const status = runSlowPath();
    if (status !== USE_FAST_PATH) return status;
  }
}

/** Ends the text. @returns COMPLETE, OUTPUT_FULL or SYNTAX_ERROR. */
export function finish(room: usize): i32 {
  machine.out = OUTPUT;
  machine.outEnd = OUTPUT + room;
  machine.starts = 0;
  if (!writePending()) return OUTPUT_FULL;
  const state = machine.state;
  if (state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT_DIGITS) machine.state = AFTER_VALUE;
  const complete = machine.top === STACK && (machine.state === AFTER_VALUE || machine.state === LINE_START);
  return complete ? COMPLETE : SYNTAX_ERROR;
}

/** Bytes of the window consumed. */
export function consumed(): usize {
  return machine.at - INPUT;
}

/** Bytes in the output window. */
export function written(): usize {
  return machine.out - OUTPUT;
}

/** The documents that start in the output window: their number, and the address of their positions (u32). */
export function starts(): usize {
  return machine.starts;
}
export const startsAddress: usize = STARTS;

export function state(): i32 {
  return machine.state;
}

/** Whether the string being read is a key. */
export function inKey(): bool {
  return machine.isKey;
}

/** Advances the line and column to the next byte. Call it when a window is consumed and at an error. */
export function updateLineColumn(): void {
  countTo(machine.at);
}

/** Line of the next byte, from 1. Valid after `updateLineColumn`. */
export function line(): f64 {
  return location.breaks + 1;
}

/** Column of the next byte in UTF-16 code units, from 1. Valid after `updateLineColumn`. */
export function column(): f64 {
  return location.units + 1;
}

/** Position of the invalid or incomplete UTF-8 sequence; negative if it began in an earlier window. */
export function invalidSequence(): i32 {
  return utf8.start;
}

/** Bytes missing from the last UTF-8 sequence. */
export function missingBytes(): u32 {
  return utf8.missing;
}

export function openBrackets(): usize {
  return depth();
}

/** The innermost open bracket: 0x7b or 0x5b, 0 when none is open. */
export function openKind(): u32 {
  if (machine.top === STACK) return 0;
  return 0x5b + ((load<u32>(machine.top - FRAME) & 1) << 5);
}

/** Offset of the innermost open bracket. Its line and column are valid after `updateLineColumn`. */
export function openOffset(): f64 {
  return f64(load<u64>(machine.top - FRAME) >> 1);
}

export function openLine(): f64 {
  return load<f64>(machine.top - FRAME, 8);
}

export function openColumn(): f64 {
  return load<f64>(machine.top - FRAME, 16);
}

/** Counts the rows of the output window from `from` to `to`. Call it with all output, in order. */
export function countRows(from: usize, to: usize): void {
  countRowsOf(OUTPUT + from, OUTPUT + to);
}

/** Complete rows, and complete lines, counted so far. */
export function rowsEnded(): f64 {
  return rows.ended + rows.feeds;
}

export function linesEnded(): f64 {
  return rows.lines;
}

/** Whether the output window equals the input window from `from` to `to`, ignoring white space outside strings. */
export function onlyWhitespaceChanged(from: usize, to: usize): bool {
  return equalIgnoringSpace(INPUT + from, INPUT + to, OUTPUT, machine.out);
}

/** Bytes per finding at `outputAddress` (see inspect.ts), and bytes that an inspection needs at `stackAddress`. */
export const findingSize: usize = FINDING;
export const inspectionSize: usize = KEYS_SIZE;

/** Resets the inspection for a new text. An instance that inspects must not format. */
export function resetInspection(): void {
  resetScan();
}

/** Inspects `length` bytes at `inputAddress`. @returns false if the host must take the findings and call `continueInspection`. */
export function inspect(length: usize): bool {
  beginInspection(length);
  return inspectWindow();
}

/** Continues an inspection after `takeFindings`. */
export function continueInspection(): bool {
  return inspectWindow();
}

/** Ends the inspected text, and with it a number at its end. */
export function endInspection(): void {
  endText();
}

/** Returns the number of findings and empties the list. */
export function takeFindings(): u32 {
  const found = scan.found;
  scan.found = 0;
  return found;
}
