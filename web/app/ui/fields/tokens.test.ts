import { expect, test } from 'vitest';
import { moveToken, tidyTokens } from './tokens.ts';

test('trims, and drops empty and repeated entries', () => {
  expect(tidyTokens([' HTML', ' CSS', '', 'html ', '  C++', ''])).toEqual(['HTML', 'CSS', 'C++']);
});

test('moves an entry to the front and to the end', () => {
  expect(moveToken(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveToken(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});
