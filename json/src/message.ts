import type { Cause, FormatFailure } from './types.ts';

/** What to say about each slip, and what to do. */
const advice: Record<Cause, string> = {
  'trailing-comma': 'A comma needs something after it: remove the trailing comma',
  'missing-comma': 'A comma is missing',
  'missing-value': 'A value is missing',
  'single-quotes': 'JSON knows double quotes only: write "…" instead of \'…\'',
  'smart-quotes': 'These are typographic quotes: JSON needs the plain "',
  'unquoted-key': 'A key must stand in double quotes',
  comment: 'JSON has no comments: remove it',
  'not-a-number': 'JSON has no NaN or Infinity: write null or a number',
  'foreign-literal': 'JSON spells its literals true, false and null',
  'leading-zero': 'A number must not start with further digits after 0: remove the leading zero',
  'plus-sign': 'A number must not start with +',
  'bare-point': 'A number needs a digit before its decimal point',
  hexadecimal: 'JSON has no hexadecimal numbers',
  'byte-order-mark': 'The text starts with, or holds, a byte order mark (U+FEFF): save it without',
  'line-break-in-string': 'A string must end on its line: close it, or write the line break as \\n',
  'mismatched-bracket': 'The brackets do not match',
  'more-text': 'The value is complete, yet more text follows',
};

/** One sentence for people, without the place itself. */
export function explain(failure: Omit<FormatFailure, 'message'>): string {
  const { code, cause, opened, found, expected } = failure;
  if (code === 'output-budget') {
    return `The output would grow beyond its budget: ${opened ? 'the text is nested too deep to be indented' : 'the text is too long'}. Minifying it still works.`;
  }
  if (code === 'too-deep') return 'More than 1,000,000 brackets are open at once.';
  if (code === 'utf8') return `The text is not UTF-8: ${found} does not belong here.`;
  const fact = `Expected ${expected}, found ${found}`;
  const openedHere = opened && (found === 'the end of the text' || cause === 'mismatched-bracket');
  const where = openedHere ? ` (the '${opened.bracket}' opened at line ${opened.line}, column ${opened.column})` : '';
  return cause ? `${advice[cause]}. ${fact}${where}.` : `${fact}${where}.`;
}
