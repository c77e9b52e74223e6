/**
 * The kernel of the formatter: what its host may call. Compiled to WebAssembly with SIMD; see src/kernel.ts for the host's side.
 * Positions given and taken are relative to the windows, offsets to the whole text.
 */
import { canGoFast, runCarefully, writePending } from './careful';
import { sameButSpace, witness } from './compare';
import { hasRoom, runFast } from './fast';
import { beginInspection, endText, FINDING, forgetText, inspectOn, scan } from './inspect';
import { KEYS_SIZE } from './keys';
import { depth, FRAME, INPUT, INPUT_SIZE, machine, OUTPUT, OUTPUT_SIZE, PAD, STACK } from './machine';
import { enterWindow, leaveWindow, place, settle } from './places';
import { countRowsOf, rows } from './rows';
import { AFTER_VALUE, COMPLETE, EXPONENT_DIGITS, FRACTION, INTEGER, LINE_START, OUTPUT_FULL, REFUSED, RESUME, VALUE, ZERO } from './states';
import { survey, surveyWindow } from './survey';
import { checkUtf8, utf8 } from './utf8';

export const inputAddress: usize = INPUT;
export const inputSize: usize = INPUT_SIZE;
export const outputAddress: usize = OUTPUT;
export const outputSize: usize = OUTPUT_SIZE;

/** Forgets the last text. `indent` is in bytes of `fill` a level; `stackSize` in bytes. */
export function reset(indent: usize, fill: u32, pretty: bool, lines: bool, stackSize: usize): void {
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
  machine.blanks = lines
    ? i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0)
    : i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);
  utf8.missing = 0;
  utf8.lower = 0x80;
  utf8.upper = 0xbf;
  place.counted = INPUT;
  place.breaks = place.units = 0;
  place.afterReturn = false;
  rows.lines = rows.ended = 0;
  rows.filled = 0;
  rows.feeds = 0;
  witness.inString = 0;
  witness.escaped = false;
}

/** Tells how many bytes the stack of open brackets may now take. */
export function growStack(size: usize): void {
  machine.stackEnd = STACK + size;
}

/** Bytes before the stack, and bytes a frame of it takes: what the host needs to size the memory. */
export const stackAddress: usize = STACK;
export const frameSize: usize = FRAME;

/**
 * Begins the window of `length` bytes that the host has put at `inputAddress`; the one before must be consumed.
 * @returns whether it is UTF-8 so far; if not, only the bytes before the bad sequence are in the window (see `badSequence`).
 */
export function begin(length: usize): bool {
  leaveWindow();
  utf8.start -= i32(machine.end - INPUT);
  machine.at = INPUT;
  machine.end = INPUT + length;
  memory.fill(machine.end, 0, PAD);
  surveyWindow(machine.end);
  const valid = survey.ascii && utf8.missing === 0 ? true : checkUtf8(machine.end);
  if (!valid) {
    machine.end = INPUT + usize(max(utf8.start, 0));
    memory.fill(machine.end, 0, PAD);
  }
  enterWindow(valid);
  return valid;
}

/** Formats on into a fresh output window of which `room` bytes may be used. @returns MORE_INPUT, OUTPUT_FULL, REFUSED or STACK_FULL. */
export function run(room: usize): i32 {
  machine.out = OUTPUT;
  machine.outEnd = OUTPUT + room;
  while (true) {
    if (writePending() && canGoFast()) {
      if (hasRoom()) runFast();
      if (!hasRoom() && machine.out - OUTPUT > OUTPUT_SIZE / 2) return OUTPUT_FULL;
    }
    const status = runCarefully();
    if (status !== RESUME) return status;
  }
}

/** Ends the text. @returns COMPLETE, OUTPUT_FULL or REFUSED. */
export function finish(room: usize): i32 {
  machine.out = OUTPUT;
  machine.outEnd = OUTPUT + room;
  if (!writePending()) return OUTPUT_FULL;
  const state = machine.state;
  if (state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT_DIGITS) machine.state = AFTER_VALUE;
  const complete = machine.top === STACK && (machine.state === AFTER_VALUE || machine.state === LINE_START);
  return complete ? COMPLETE : REFUSED;
}

/** Bytes of the window consumed. */
export function consumed(): usize {
  return machine.at - INPUT;
}

/** Bytes in the output window. */
export function written(): usize {
  return machine.out - OUTPUT;
}

export function state(): i32 {
  return machine.state;
}

/** Whether the string the text stands in is a key. */
export function inKey(): bool {
  return machine.isKey;
}

/** Counts lines and columns up to the byte that is next. To be called once a window is consumed, and at an error. */
export function countPlaces(): void {
  settle(machine.at);
}

/** Line of the next byte, from 1. Valid after `countPlaces`. */
export function line(): f64 {
  return place.breaks + 1;
}

/** Column of the next byte in UTF-16 code units, from 1. Valid after `countPlaces`. */
export function column(): f64 {
  return place.units + 1;
}

/** Where the bad sequence begins that `begin` found, or the one that the end of the text cut short; negative when in an earlier window. */
export function badSequence(): i32 {
  return utf8.start;
}

/** How many bytes the last sequence lacks. */
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

/** Its offset; its line and column once `countPlaces` has passed it. */
export function openOffset(): f64 {
  return f64(load<u64>(machine.top - FRAME) >> 1);
}

export function openLine(): f64 {
  return load<f64>(machine.top - FRAME, 8);
}

export function openColumn(): f64 {
  return load<f64>(machine.top - FRAME, 16);
}

/** Counts the rows of the output window from `from` to `to`. To be called with all that is written, in order. */
export function countRows(from: usize, to: usize): void {
  countRowsOf(OUTPUT + from, OUTPUT + to);
}

/** Rows, and lines, that have ended in what is counted. */
export function rowsEnded(): f64 {
  return rows.ended + rows.feeds;
}

export function linesEnded(): f64 {
  return rows.lines;
}

/** Whether the output window holds what was read from `from` to `to` of the input window, white space outside strings aside. */
export function onlySpaceChanged(from: usize, to: usize): bool {
  return sameButSpace(INPUT + from, INPUT + to, OUTPUT, machine.out);
}

/** Bytes of a finding, which begin at `outputAddress` (inspect.ts), and bytes from `stackAddress` on that an inspection may take. */
export const findingSize: usize = FINDING;
export const inspectionSize: usize = KEYS_SIZE;

/** Forgets the text inspected last. An instance that inspects formats nothing. */
export function resetInspection(): void {
  forgetText();
}

/** Inspects the `length` bytes at `inputAddress`. @returns whether it has gone through; if not, the findings must be taken first. */
export function inspect(length: usize): bool {
  beginInspection(length);
  return inspectOn();
}

/** Goes on after the findings were taken. */
export function goOnInspecting(): bool {
  return inspectOn();
}

/** Ends the text: a number at its very end is complete. */
export function endInspection(): void {
  endText();
}

/** How many findings there are. They are taken by this. */
export function takeFindings(): u32 {
  const found = scan.found;
  scan.found = 0;
  return found;
}
