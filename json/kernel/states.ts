/**
 * The words the kernel and its host share. This file is compiled into the kernel and imported by the host as it is,
 * so a state can never mean one thing to one and another to the other.
 */

// What a run of the kernel ends with.
/** Every byte of the window is consumed. */
export const MORE_INPUT = 0;
/** The output window has no room left; drain it and run again. */
export const OUTPUT_FULL = 1;
/** The byte at `at` cannot continue the text; `state` says what could have. */
export const REFUSED = 2;
/** The stack of open brackets has no room left. */
export const STACK_FULL = 3;
/** The text is complete. */
export const COMPLETE = 4;
/** Never leaves the kernel: the careful path hands back to the fast one. */
export const RESUME = 5;

// Where the text stands: what may come next (RFC 8259, sections 2 to 7).
/** A value must come. */
export const VALUE = 0;
/** After `{` and a comma: a key must come. */
export const KEY = 1;
/** After a value inside brackets: a comma or the closing bracket; at the top: the end. */
export const AFTER_VALUE = 2;
/** After a key: a colon must come. */
export const COLON = 3;
/** After `[`: a value or `]`. */
export const FIRST_VALUE = 4;
/** After `{`: a key or `}`. */
export const FIRST_KEY = 5;
/** JSON Lines: the start of a line, where a value, a blank line or the end may come. */
export const LINE_START = 6;
/** The closing bracket was seen and its line is being written. */
export const CLOSING = 7;
/** Inside a string, between two characters. */
export const STRING = 8;
/** After a backslash. */
export const ESCAPE = 9;
/** Inside the four hexadecimal digits of `\u`. */
export const HEX = 10;
/** After `-`. */
export const MINUS = 11;
/** After a leading `0`, which ends the integer part. */
export const ZERO = 12;
/** Inside the integer part. */
export const INTEGER = 13;
/** After the decimal point: a digit must come. */
export const POINT = 14;
/** Inside the fraction. */
export const FRACTION = 15;
/** After `e`: a sign or a digit must come. */
export const EXPONENT = 16;
/** After the exponent's sign: a digit must come. */
export const EXPONENT_SIGN = 17;
/** Inside the exponent. */
export const EXPONENT_DIGITS = 18;
/** Inside `true`, `false` or `null`. */
export const LITERAL = 19;
