import { foldCase, isTagName, tagKey } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { accentKey, baseKey } from '../../src/platform/text/comparison-keys.ts';

/* Keys are stored, so that a change of one needs a migration. */
const keys: Array<[text: string, foldCase: string, accentKey: string, baseKey: string]> = [
  ['Node.js', 'node.js', 'node.js', 'node.js'],
  ['C++', 'c++', 'c++', 'c++'],
  ['R\u00e9sum\u00e9', 'r\u00e9sum\u00e9', 'r\u00e9sum\u00e9', 'resume'],
  ['Re\u0301sume\u0301', 'r\u00e9sum\u00e9', 'r\u00e9sum\u00e9', 'resume'],
  ['Łódź', 'łódź', 'łódź', 'lodz'],
  ['Straße', 'straße', 'straße', 'strasse'],
  ['ＲＵＳＴ', 'ｒｕｓｔ', 'ｒｕｓｔ', 'rust'],
  ['ΟΔΟΣ', 'οδος', 'οδος', 'οδοσ'],
  ['한국', '한국', '한국', '한국'],
  ['  Machine \n Learning ', '  machine \n learning ', 'machine learning', 'machine learning'],
  ['Ru\u200bst\u202e', 'ru\u200bst\u202e', 'rust', 'rust'],
  ['\u00b4a', '\u00b4a', '\u00b4a', 'a'],
  ['\u200b \u2800', '\u200b \u2800', '', ''],
];

test.for(keys)('the keys of %j are %j, %j and %j', ([text, ...expected]) => {
  expect([foldCase, accentKey, baseKey].map((key) => key(text))).toEqual(expected);
});

test('baseKey reads the first 200 UTF-16 units', () => {
  expect(baseKey('A'.repeat(300))).toBe('a'.repeat(200));
});

test('the key of a tag is also its key among skills', () => {
  const names = keys.map(([text]) => text).filter(isTagName);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(tagKey(name)).toBe(accentKey(name));
});
