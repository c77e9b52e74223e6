import { expect, test } from 'vitest';
import { Matcher, type Reading } from './matcher.ts';

/** Returns the matches as texts, with their readings. */
function find(text: string, needle: string, matchCase = false): Array<[string, Reading]> {
  const bytes = new TextEncoder().encode(text);
  const found: Array<[string, Reading]> = [];
  new Matcher(needle, matchCase).scan(bytes, 0, bytes.length, (start, end, reading) => {
    found.push([new TextDecoder().decode(bytes.subarray(start, end)), reading]);
    return false;
  });
  return found;
}

test.each<[text: string, needle: string, expected: Array<[string, Reading]>]>([
  ['"Zürich"', 'zürich', [['Zürich', 'both']]],
  ['"Z\\u00fcrich"', 'Zürich', [['Z\\u00fcrich', 'decoded']]],
  ['"Z\\u00DCrich"', 'ZÜRICH', [['Z\\u00DCrich', 'decoded']]],
  ['"ÉRIC"', 'éric', [['ÉRIC', 'both']]],
  ['"say \\"hi\\""', 'say "hi"', [['say \\"hi\\"', 'decoded']]],
  ['"say \\"hi\\""', 'say \\"hi\\"', [['say \\"hi\\"', 'raw']]],
  ['"Z\\u00fcrich"', '\\u00FC', [['\\u00fc', 'raw']]],
  ['"Z\\u00fcrich"', 'fcrich', [['fcrich', 'raw']]],
  ['"a\\nb"', 'nb', [['nb', 'raw']]],
  ['"a\\\\u00fc"', 'ü', []],
  ['"a\\\\u00fc"', '\\u00fc', [['\\\\u00fc', 'decoded']]],
  ['"a\\\\\\u00fc"', 'ü', [['\\u00fc', 'decoded']]],
  ['"a\\\\\\\\u00fc"', 'ü', []],
  ['"C:\\\\Users"', 'C:\\users', [['C:\\\\Users', 'decoded']]],
  ['"http:\\/\\/x"', 'http://x', [['http:\\/\\/x', 'decoded']]],
  ['"\\ud83d\\ude00 😀"', '😀', [['\\ud83d\\ude00', 'decoded'], ['😀', 'both']]], // biome-ignore format: one line per case
  ['"Straße STRASSE \\u1e9e"', 'strasse', [['Straße', 'both'], ['STRASSE', 'both']]], // biome-ignore format: one line per case
  ['"STRASSE"', 'straße', [['STRASSE', 'both']]],
  ['"ΟΔΟΣ οδος"', 'οδοσ', [['ΟΔΟΣ', 'both'], ['οδος', 'both']]], // biome-ignore format: one line per case
  ['"ПРИВЕТ \\u041f\\u0440\\u0438\\u0432\\u0435\\u0442"', 'привет', [['ПРИВЕТ', 'both'], ['\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442', 'decoded']]], // biome-ignore format: one line per case
  ['"e\\u0301ric e\u0301ric"', 'éric', [['e\\u0301ric', 'decoded'], ['e\u0301ric', 'both']]], // biome-ignore format: one line per case
  ['"\ud55c\uae00 \u1112\u1161\u11ab\u1100\u1173\u11af \ud558\u11ab\u1100\u1173\u11af"', '\ud55c\uae00', [['\ud55c\uae00', 'both'], ['\u1112\u1161\u11ab\u1100\u1173\u11af', 'both'], ['\ud558\u11ab\u1100\u1173\u11af', 'both']]], // biome-ignore format: one line per case
  ['"\ud55c\uae00 \\ud55c\\uae00 \ud558\uae00"', '\u1112\u1161\u11ab\u1100\u1173\u11af', [['\ud55c\uae00', 'both'], ['\\ud55c\\uae00', 'decoded']]], // biome-ignore format: one line per case
  ['"\u0627\u0653\u062f\u0645 \u0622\u062f\u0645"', '\u0622\u062f\u0645', [['\u0627\u0653\u062f\u0645', 'both'], ['\u0622\u062f\u0645', 'both']]], // biome-ignore format: one line per case
  ['"\u0995\u09cb \u0995\u09c7\u09be \uf900 \u8c48"', '\u0995\u09cb', [['\u0995\u09cb', 'both'], ['\u0995\u09c7\u09be', 'both']]], // biome-ignore format: one line per case
  ['"\uf900 \u8c48"', '\u8c48', [['\uf900', 'both'], ['\u8c48', 'both']]], // biome-ignore format: one line per case
  ['"ﬁle \u212Aelvin"', 'file', [['ﬁle', 'both']]],
  ['"\u212Aelvin"', 'kelvin', [['\u212Aelvin', 'both']]],
  ['"aaaa"', 'aa', [['aa', 'both'], ['aa', 'both']]], // biome-ignore format: one line per case
  ['"a": "b"', 'a": "b', [['a": "b', 'both']]],
  ['"x"', '', []],
])('in %s, finds %s', (text, needle, expected) => {
  if (needle === '') expect(new Matcher(needle, false).isEmpty).toBe(true);
  else expect(find(text, needle)).toEqual(expected);
});

test('with Match case, finds the exact characters, also as escapes', () => {
  expect(find('"Zürich z\\u00fcrich Z\\u00fcrich ZÜRICH"', 'Zürich', true)).toEqual([
    ['Zürich', 'both'],
    ['Z\\u00fcrich', 'decoded'],
  ]);
});

test('finds the same in steps of any size as at once', () => {
  const text = '"abc\\u00fc\\\\\\"ü\\nab\\\\\\\\cü\\u0061b\\ud83d\\ude00ab"'.repeat(5);
  const bytes = new TextEncoder().encode(text);
  for (const needle of ['ab', 'ü', 'b', '\\', '\\\\', 'n', '"ü', '00', 'cü', '😀a', '\\n'])
    for (const size of [1, 2, 3, 7, 50, 1000]) {
      const matcher = new Matcher(needle, false);
      const found: number[] = [];
      for (let base = 0; base < bytes.length; ) {
        const limit = Math.min(size, bytes.length - base);
        const part = bytes.subarray(base, base + limit + matcher.maxSize + 6);
        base += matcher.scan(part, 0, limit, (start) => found.push(base + start) < 0);
      }
      const whole: number[] = [];
      matcher.scan(bytes, 0, bytes.length, (start) => whole.push(start) < 0);
      expect(found, `${needle} in steps of ${size}`).toEqual(whole);
    }
});
