/**
 * Constants shared by the kernel and its host. The kernel compiles this file and the host imports it, so they cannot differ.
 */

// Status of a run of the kernel.
/** The window is consumed. */
export const MORE_INPUT = 0;
/** The output window is full: drain it and run again. */
export const OUTPUT_FULL = 1;
/** The byte at `at` cannot continue the text. `state` tells which bytes could. */
export const SYNTAX_ERROR = 2;
/** The stack of open brackets is full. */
export const STACK_FULL = 3;
/** The text is complete. */
export const COMPLETE = 4;
/** Internal: the slow path hands over to the fast path. */
export const USE_FAST_PATH = 5;

// Parser states (RFC 8259, sections 2 to 7).
/** Expects a value. */
export const VALUE = 0;
/** After a comma in an object: expects a key. */
export const KEY = 1;
/** After a value: expects a comma or the closing bracket; at the top level, the end. */
export const AFTER_VALUE = 2;
/** After a key: expects a colon. */
export const COLON = 3;
/** After `[`: expects a value or `]`. */
export const FIRST_VALUE = 4;
/** After `{`: expects a key or `}`. */
export const FIRST_KEY = 5;
/** JSON Lines, at the start of a line: expects a value, a blank line or the end. */
export const LINE_START = 6;
/** At a closing bracket, before its line break is written. */
export const CLOSING = 7;
/** Inside a string, between two characters. */
export const STRING = 8;
/** After a backslash. */
export const ESCAPE = 9;
/** Inside the hexadecimal digits of `\u`. */
export const HEX = 10;
/** After `-`. */
export const MINUS = 11;
/** After a leading `0`, which ends the integer part. */
export const ZERO = 12;
/** Inside the integer part. */
export const INTEGER = 13;
/** After the decimal point: expects a digit. */
export const POINT = 14;
/** Inside the fraction. */
export const FRACTION = 15;
/** After `e`: expects a sign or a digit. */
export const EXPONENT = 16;
/** After the exponent's sign: expects a digit. */
export const EXPONENT_SIGN = 17;
/** Inside the exponent. */
export const EXPONENT_DIGITS = 18;
/** Inside `true`, `false` or `null`. */
export const LITERAL = 19;
