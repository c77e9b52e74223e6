import { describe, expect, it } from 'vitest';
import { formatPieces } from './oracle.ts';
import type { Cause } from './types.ts';

const encoder = new TextEncoder();
const failureOf = (text: string, pieces: number[] = []) => formatPieces(encoder.encode(text), pieces).error;

const slips: Record<Cause, [text: string, line: number, column: number][]> = {
  'trailing-comma': [
    ['[1,]', 1, 4],
    ['[1,\n]', 2, 1],
    ['{"a":1,}', 1, 8],
    ['{"a":1,]', 1, 8],
  ],
  'missing-comma': [
    ['[1 2]', 1, 4],
    ['{"a":1 "b":2}', 1, 8],
    ['[{}\n{}]', 2, 1],
    ['["a" "b"]', 1, 6],
  ],
  'missing-value': [
    ['{"a":}', 1, 6],
    ['[,1]', 1, 2],
    ['{"a":,"b":1}', 1, 6],
    ['{,}', 1, 2],
  ],
  'single-quotes': [
    ["{'a':1}", 1, 2],
    ["['a']", 1, 2],
    ["'a'", 1, 1],
    ['{"a":`b`}', 1, 6],
  ],
  'smart-quotes': [
    ['{“a”:1}', 1, 2],
    ['[‘a’]', 1, 2],
    ['„a“', 1, 1],
  ],
  'unquoted-key': [
    ['{a:1}', 1, 2],
    ['{"a":1, b:2}', 1, 9],
    ['{$x:1}', 1, 2],
    ['{1:1}', 1, 2],
  ],
  comment: [
    ['// a\n1', 1, 1],
    ['[1, /* a */ 2]', 1, 5],
    ['{"a":1 // b\n}', 1, 8],
    ['# a\n1', 1, 1],
  ],
  'not-a-number': [
    ['[NaN]', 1, 2],
    ['Infinity', 1, 1],
    ['-Infinity', 1, 2],
    ['nan', 1, 2],
    ['{"a":-NaN}', 1, 7],
  ],
  'foreign-literal': [
    ['[None]', 1, 2],
    ['undefined', 1, 1],
    ['{"a":True}', 1, 6],
    ['nil', 1, 2],
  ],
  'leading-zero': [
    ['01', 1, 2],
    ['[-012]', 1, 4],
    ['{"a":007}', 1, 7],
  ],
  'plus-sign': [
    ['+1', 1, 1],
    ['[+1]', 1, 2],
  ],
  'bare-point': [
    ['.5', 1, 1],
    ['[-.5]', 1, 3],
  ],
  hexadecimal: [
    ['0x1F', 1, 2],
    ['[0xff]', 1, 3],
  ],
  'byte-order-mark': [['\ufeff{}', 1, 1]],
  'line-break-in-string': [
    ['["a\n"]', 1, 4],
    ['"a\r\nb"', 1, 3],
  ],
  'mismatched-bracket': [
    ['[1}', 1, 3],
    ['{"a":1]', 1, 7],
    ['{]', 1, 2],
    ['[}', 1, 2],
  ],
  'more-text': [
    ['{}{}', 1, 3],
    ['1\n2', 2, 1],
    ['[]]', 1, 3],
    ['1,', 1, 2],
  ],
};

describe('a usual slip is named, at its place', () => {
  for (const [cause, texts] of Object.entries(slips)) {
    it.each(texts)(`${cause}: %s`, (text, line, column) => {
      expect(failureOf(text)).toMatchObject({ code: 'syntax', cause, line, column });
      expect(failureOf(text, [1])).toEqual(failureOf(text));
    });
  }
});

describe('a failure', () => {
  it('has no cause where none is sure', () => {
    for (const text of ['', '[', '[1', '{"a" 1}', '@', '[tru]', '"\\x"', '"\u0001"']) expect(failureOf(text)).not.toHaveProperty('cause');
  });

  it('says what was found and what could have come', () => {
    const words = (text: string) => {
      const failure = failureOf(text);
      return [failure?.found, failure?.expected];
    };
    expect(words('')).toEqual(['the end of the text', 'a value']);
    expect(words('[')).toEqual(['the end of the text', "a value or ']'"]);
    expect(words('{"a"x')).toEqual(["'x'", "':'"]);
    expect(words('{"a":1')).toEqual(['the end of the text', "',' or '}'"]);
    expect(words('[1\t"')).toEqual([`'"'`, "',' or ']'"]);
    expect(words('[fals\t')).toEqual(['a tab', "'false'"]);
    expect(words('"\\u12 4"')).toEqual(["' '", 'four hexadecimal digits']);
    expect(words('1e\n')).toEqual(['a line break', "a digit, '+' or '-'"]);
    expect(words('[漢字]')).toEqual(["'漢字'", "a value or ']'"]);
    expect(words('\u00001')).toEqual(['the character U+0000', 'a value']);
  });

  it('tells where the bracket opened that is still open', () => {
    expect(failureOf('{\n  "é": [1, {"b": 2}\n')).toMatchObject({
      line: 3,
      column: 1,
      opened: { bracket: '[', offset: 10, line: 2, column: 8 },
    });
    expect(failureOf('{\n  "é": [1, {"b": 2}\n')?.message).toContain("the '[' opened at line 2, column 8");
    const far = `{"a":[${'\n1,'.repeat(400_000)}`;
    expect(failureOf(far)).toMatchObject({ line: 400_001, column: 3, opened: { offset: 5, line: 1, column: 6 } });
    expect(failureOf(`[${'[1],\r\n'.repeat(50_000)} {"k":[],`)).toMatchObject({
      line: 50_001,
      opened: { bracket: '{', line: 50_001, column: 2 },
    });
  });

  it('counts lines by LF, CR LF and CR, and columns in UTF-16 units', () => {
    expect(failureOf('[\n1,\r\n2,\r3,\r\r"😀é漢" x]')).toMatchObject({ offset: 25, line: 6, column: 8 });
    expect(failureOf(`["${'😀'.repeat(200_000)}" x]`)).toMatchObject({ line: 1, column: 400_005 });
  });

  it('shows its line, at most 60 units on either side', () => {
    expect(failureOf('[1,\n  2 3,\n4]')?.snippet).toEqual({ text: '  2 3,', caret: 4, cutBefore: false, cutAfter: false });
    const long = failureOf(`[${'1,'.repeat(300)}x,${'2,'.repeat(300)}`);
    expect(long?.snippet).toEqual({ text: `${'1,'.repeat(30)}x,${'2,'.repeat(29)}`, caret: 60, cutBefore: true, cutAfter: true });
    expect(failureOf(`[${'1,'.repeat(300)}x,${'2,'.repeat(300)}`, [7])).toEqual(long);
  });

  it('is about UTF-8 where the bytes are none', () => {
    const bytes = Uint8Array.from([0x5b, 0x22, 0xe6, 0xbc, 0x22, 0x5d]);
    const expected = { code: 'utf8', offset: 2, line: 1, column: 3, found: 'the byte 0xE6' };
    expect(formatPieces(bytes).error).toMatchObject(expected);
    expect(formatPieces(bytes, [1]).error).toMatchObject(expected);
  });
});
