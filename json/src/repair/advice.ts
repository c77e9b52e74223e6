import type { AdviceKind } from './types.ts';

const advice: Record<AdviceKind, string> = {
  ellipsis: 'The dots stand for values that are left out: write the values, or remove the dots.',
  'grouped-digits':
    'Write numbers without separators between digits and with a point before decimals, as in 1234.5. Or write a string in double quotes.',
  expression: 'JSON has values, not code: write the result of the expression.',
  'unquoted-text': 'Put text in double quotes. If this is the name of a variable, write its value.',
  'unquoted-key': 'Put the key in double quotes.',
  quote: 'A quote inside a string needs a backslash: \\". Or a quote or a comma is missing here.',
  'unclosed-string': 'The string has no closing quote.',
  escape: 'JSON does not have this escape. For a backslash, write \\\\.',
  'missing-value': 'A value is missing: write it, or remove the comma or the key.',
  'missing-colon': 'A colon and a value are missing after the key.',
  'missing-comma': 'A comma is missing, or this text does not belong here.',
  'leading-zero': 'Remove the leading zeros, or write the number as a string in double quotes.',
  brackets: 'This bracket and the one that closes it do not match, or a bracket is missing.',
  'member-in-array': 'A key and its value belong in { }, not in [ ].',
  'extra-bracket': 'There is one closing bracket too many, or its opening bracket is missing.',
  'several-values': 'There are several values: begin each document on a new line, or put all values into [ ] with commas.',
  'text-after': 'The value is complete: remove the text after it.',
  'unclosed-comment': 'The comment has no end.',
  'incomplete-number': 'The number is incomplete: digits are missing.',
  markup: 'This is HTML or XML, not JSON.',
  encoded: 'This text is encoded for HTML or a URL, and its meaning is not certain here: decode it first.',
  'quoted-text': 'This text in quotes has several meanings, which depend on its language: copy the JSON without the quotes around it.',
  'array-length': 'The number before the array is not its length: values are missing, or the number does not belong here.',
  empty: 'There is no value.',
  'too-long': 'The text is too long or nested too deeply to repair here.',
  'not-repaired': 'This text cannot be repaired here.',
};

export const advise = (kind: AdviceKind): string => advice[kind];
