import { expect, test } from 'vitest';
import { begins } from './begins.ts';

test.for<[string, string, boolean]>([
  ['Ada Lovelace', 'a', true],
  ['Ada Lovelace', 'lov ada', true],
  ['Ada Lovelace', 'velace', false],
  ['Ada Lovelace', 'ada x', false],
  ['#rust-lang', 'lang', true],
  ['#rust', '#ru', true],
  ['Édith', 'edi', true],
])('%s begins with %s: %s', ([label, typed, expected]) => {
  expect(begins(label, typed)).toBe(expected);
});
