import type { Cause, FormatFailure } from './types.ts';

/** Advice for each common mistake. */
const advice: Record<Cause, string> = {
  'trailing-comma': 'Remove the trailing comma',
  'missing-comma': 'A comma is missing',
  'missing-value': 'A value is missing',
  'single-quotes': 'JSON strings use double quotes: write "…" instead of \'…\'',
  'smart-quotes': 'Replace the typographic quotes with straight double quotes',
  'unquoted-key': 'Keys must be in double quotes',
  fence: 'Remove the Markdown fence',
  ellipsis: 'The dots stand for values that are left out: write the values, or remove the dots',
  'grouped-digits': 'Write numbers without separators between digits and with a point before decimals, as in 1234.5',
  comment: 'JSON does not allow comments: remove it',
  'not-a-number': 'JSON does not allow NaN or Infinity: write null or a number',
  'foreign-literal': 'The literals of JSON are true, false and null',
  'leading-zero': 'Remove the leading zero of the number',
  'plus-sign': 'A number must not start with +',
  'bare-point': 'Write a digit before the decimal point',
  hexadecimal: 'JSON does not allow hexadecimal numbers',
  'byte-order-mark': 'Remove the byte order mark (U+FEFF)',
  'utf-16': 'The text is in UTF-16. Save it as UTF-8',
  'utf-32': 'The text is in UTF-32. Save it as UTF-8',
  'latin-1': 'The text is probably in Latin-1 or Windows-1252. Save it as UTF-8',
  'lone-surrogate': 'The text is not valid Unicode: it has an unpaired surrogate here, or UTF-16 that ends in the middle of a character',
  'line-break-in-string': 'A string must not contain a line break: close the string or write \\n',
  'mismatched-bracket': 'The brackets do not match',
  'more-text': 'Unexpected text after the value',
};

/** Returns the message of a failure, without its position. */
export function explain(failure: Omit<FormatFailure, 'message'>): string {
  const { code, cause, document, opened, found, expected } = failure;
  if (code === 'output-limit') {
    return `The output would exceed its maximum size: ${opened ? 'the text is nested too deeply to indent' : 'the text is too long'}. Minify it instead.`;
  }
  if (code === 'too-deep') return 'The text is nested deeper than 1,000,000 levels.';
  if (code === 'utf8' && (cause === 'utf-16' || cause === 'utf-32' || cause === 'lone-surrogate')) return `${advice[cause]}.`;
  if (code === 'utf8') return `The text is not UTF-8: ${found} is not valid here.${cause ? ` ${advice[cause]}.` : ''}`;
  const summary = `Expected ${expected}, found ${found}`;
  const openedHere = opened && (found === 'the end of the text' || cause === 'mismatched-bracket');
  const place = document === undefined ? '' : ` in document ${document}`;
  const where = openedHere ? ` (the '${opened.bracket}' opened at line ${opened.line}, column ${opened.column})` : '';
  return cause ? `${advice[cause]}. ${summary}${where}${place}.` : `${summary}${where}${place}.`;
}
