import { AFTER_VALUE, COLON, FIRST_KEY, FIRST_VALUE, KEY, LINE_START, LITERAL, MINUS, STRING, VALUE, ZERO } from '../kernel/states.ts';
import type { Cause } from './types.ts';

/** A syntax error: the parser's state and the text on both sides of the error. */
export interface SyntaxErrorContext {
  state: number;
  before: string;
  after: string;
  opened?: '{' | '[';
}

const smartQuotes = '\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb';

const startsEllipsis = (after: string): boolean => /^(?:\.\.|\u2026)/.test(after);

/** Handles errors where a value was expected. */
function causeAtValue({ state, before, after }: SyntaxErrorContext): Cause | undefined {
  const found = after[0] as string;
  const last = before.trimEnd().at(-1);
  if (found === ']' || found === '}') {
    if (last === ',') return 'trailing-comma';
    if (state === FIRST_VALUE && found === '}') return 'mismatched-bracket';
    return 'missing-value';
  }
  if (found === ',') return 'missing-value';
  if (found === '+') return 'plus-sign';
  if (startsEllipsis(after)) return 'ellipsis';
  if (found === '.') return 'bare-point';
  if (/^(NaN|Infinity)/i.test(after)) return 'not-a-number';
  if (/^(undefined|None|True|False|TRUE|FALSE|NULL|Null|nil)\b/.test(after)) return 'foreign-literal';
  return undefined;
}

/** Handles errors where a key was expected. */
function causeAtKey({ before, after }: SyntaxErrorContext): Cause | undefined {
  if (after[0] === '}') return 'trailing-comma';
  if (after[0] === ']') return before.trimEnd().endsWith(',') ? 'trailing-comma' : 'mismatched-bracket';
  if (after[0] === ',') return 'missing-value';
  if (startsEllipsis(after)) return 'ellipsis';
  if (/\d,$/.test(before) && /^\d[\d.,]*\s*(?![\d.,:]|\s)/.test(after)) return 'grouped-digits';
  return /^[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*\s*:/u.test(after) ? 'unquoted-key' : undefined;
}

/** Handles errors where a comma or a closing bracket was expected. */
function causeAfterValue({ after, opened }: SyntaxErrorContext): Cause | undefined {
  const found = after[0] as string;
  if (!opened) return 'more-text';
  if (found === ']' || found === '}') return 'mismatched-bracket';
  if (startsEllipsis(after)) return 'ellipsis';
  return /["{[\d\-tfn]/.test(found) ? 'missing-comma' : undefined;
}

/** Returns the common mistake behind a syntax error, if it is one. */
export function detectCause(syntaxError: SyntaxErrorContext): Cause | undefined {
  const { state, before, after } = syntaxError;
  const found = after[0];
  if (found === undefined) return undefined;
  if (state === STRING) return found === '\n' || found === '\r' ? 'line-break-in-string' : undefined;
  const between = state <= LINE_START;
  if (between) {
    if (found === '\ufeff') return 'byte-order-mark';
    if (/^\/[/*]/.test(after) || (found === '#' && state !== COLON)) return 'comment';
    if (/^(?:```|~~~)/.test(after)) return 'fence';
    if (found === "'" || found === '`') return 'single-quotes';
    if (smartQuotes.includes(found)) return 'smart-quotes';
  }
  if (state === VALUE || state === FIRST_VALUE || state === LINE_START) return causeAtValue(syntaxError);
  if (state === KEY || state === FIRST_KEY) return causeAtKey(syntaxError);
  if (state === AFTER_VALUE) {
    if (/^x[\da-f]/i.test(after) && /(^|[^\d.])0$/.test(before)) return 'hexadecimal';
    return causeAfterValue(syntaxError);
  }
  if (state === ZERO && /\d/.test(found)) return 'leading-zero';
  if (state === MINUS && found === '.') return 'bare-point';
  if (state === MINUS && /^(NaN|Infinity)/i.test(after)) return 'not-a-number';
  if (state === LITERAL && /n$/.test(before) && /^an\b/i.test(after)) return 'not-a-number';
  if (state === LITERAL && /\bn$/.test(before) && /^il\b/.test(after)) return 'foreign-literal';
  return undefined;
}
