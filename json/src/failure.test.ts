import { describe, expect, it } from 'vitest';
import { formatInChunks } from './oracle.ts';
import type { Cause } from './types.ts';

const encoder = new TextEncoder();
const failureOf = (text: string, chunkLengths: number[] = []) => formatInChunks(encoder.encode(text), chunkLengths).error;

const mistakes: Record<
  Exclude<Cause, 'utf-16' | 'utf-32' | 'latin-1' | 'lone-surrogate'>,
  [text: string, line: number, column: number][]
> = {
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
  fence: [
    ['```json\n{}\n```', 1, 1],
    ['{}\n```', 2, 1],
  ],
  ellipsis: [
    ['[1, 2, ...]', 1, 8],
    ['[1 …]', 1, 4],
    ['{"a": 1, ...}', 1, 10],
    ['{"a": ...}', 1, 7],
  ],
  'grouped-digits': [
    ['{"price": 1,234.50}', 1, 13],
    ['{"price": 1,234}', 1, 13],
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

describe('a common mistake is reported with its position', () => {
  for (const [cause, texts] of Object.entries(mistakes)) {
    it.each(texts)(`${cause}: %s`, (text, line, column) => {
      expect(failureOf(text)).toMatchObject({ code: 'syntax', cause, line, column });
      expect(failureOf(text, [1])).toEqual(failureOf(text));
    });
  }
});

describe('a failure', () => {
  it('has no cause if the mistake is unclear', () => {
    for (const text of ['', '[', '[1', '{"a" 1}', '@', '[tru]', '"\\x"', '"\u0001"']) expect(failureOf(text)).not.toHaveProperty('cause');
  });

  it('names the found and the expected input', () => {
    const foundAndExpected = (text: string) => {
      const failure = failureOf(text);
      return [failure?.found, failure?.expected];
    };
    expect(foundAndExpected('')).toEqual(['the end of the text', 'a value']);
    expect(foundAndExpected('[')).toEqual(['the end of the text', "a value or ']'"]);
    expect(foundAndExpected('{"a"x')).toEqual(["'x'", "':'"]);
    expect(foundAndExpected('{"a":1')).toEqual(['the end of the text', "',' or '}'"]);
    expect(foundAndExpected('[1\t"')).toEqual([`'"'`, "',' or ']'"]);
    expect(foundAndExpected('[fals\t')).toEqual(['a tab', "'false'"]);
    expect(foundAndExpected('"\\u12 4"')).toEqual(["' '", 'four hexadecimal digits']);
    expect(foundAndExpected('1e\n')).toEqual(['a line break', "a digit, '+' or '-'"]);
    expect(foundAndExpected('[漢字]')).toEqual(["'漢字'", "a value or ']'"]);
    expect(foundAndExpected('\u0000[1]')).toEqual(['the character U+0000', 'a value']);
  });

  it('gives the position of the innermost open bracket', () => {
    expect(failureOf('{\n  "é": [1, {"b": 2}\n')).toMatchObject({
      line: 3,
      column: 1,
      opened: { bracket: '[', offset: 10, line: 2, column: 8 },
    });
    expect(failureOf('{\n  "é": [1, {"b": 2}\n')?.message).toContain("the '[' opened at line 2, column 8");
    const distant = `{"a":[${'\n1,'.repeat(400_000)}`;
    expect(failureOf(distant)).toMatchObject({ line: 400_001, column: 3, opened: { offset: 5, line: 1, column: 6 } });
    expect(failureOf(`[${'[1],\r\n'.repeat(50_000)} {"k":[],`)).toMatchObject({
      line: 50_001,
      opened: { bracket: '{', line: 50_001, column: 2 },
    });
  });

  it('counts lines by LF, CR LF and CR, and columns in UTF-16 code units', () => {
    expect(failureOf('[\n1,\r\n2,\r3,\r\r"😀é漢" x]')).toMatchObject({ offset: 25, line: 6, column: 8 });
    expect(failureOf(`["${'😀'.repeat(200_000)}" x]`)).toMatchObject({ line: 1, column: 400_005 });
  });

  it('shows its line with at most 60 code units on either side', () => {
    expect(failureOf('[1,\n  2 3,\n4]')?.snippet).toEqual({ text: '  2 3,', caret: 4, cutBefore: false, cutAfter: false });
    const long = failureOf(`[${'1,'.repeat(300)}x,${'2,'.repeat(300)}`);
    expect(long?.snippet).toEqual({ text: `${'1,'.repeat(30)}x,${'2,'.repeat(29)}`, caret: 60, cutBefore: true, cutAfter: true });
    expect(failureOf(`[${'1,'.repeat(300)}x,${'2,'.repeat(300)}`, [7])).toEqual(long);
  });

  it('has code utf8 if the bytes are not UTF-8', () => {
    const bytes = Uint8Array.from([0x5b, 0x22, 0xe6, 0xbc, 0x22, 0x5d]);
    const message = 'The text is not UTF-8: the byte 0xE6 is not valid here.';
    const expected = { code: 'utf8', offset: 2, line: 1, column: 3, found: 'the byte 0xE6', message };
    expect(formatInChunks(bytes).error).toMatchObject(expected);
    expect(formatInChunks(bytes, [1]).error).toMatchObject(expected);
  });

  it('recognises UTF-16 by its byte order mark', () => {
    const [little, big] = [Uint8Array.of(0xff, 0xfe, 0x5b, 0, 0x5d, 0), Uint8Array.of(0xfe, 0xff, 0, 0x5b, 0, 0x5d)];
    for (const bytes of [little, big]) {
      const expected = { code: 'utf8', cause: 'utf-16', message: 'The text is in UTF-16. Save it as UTF-8.' };
      expect(formatInChunks(bytes).error).toMatchObject(expected);
      expect(formatInChunks(bytes, [1]).error).toMatchObject(expected);
    }
  });

  it('names UTF-16 without a mark, UTF-32 and Latin-1', () => {
    const messages: [Uint8Array, string][] = [
      [Buffer.from('[1]', 'utf16le'), 'The text is in UTF-16. Save it as UTF-8.'],
      [Uint8Array.of(0, 0x5b, 0, 0x5d), 'The text is in UTF-16. Save it as UTF-8.'],
      [Uint8Array.of(0x5b, 0, 0, 0, 0x5d, 0, 0, 0), 'The text is in UTF-32. Save it as UTF-8.'],
      [Uint8Array.of(0, 0, 0, 0x5b, 0, 0, 0, 0x5d), 'The text is in UTF-32. Save it as UTF-8.'],
      [Uint8Array.of(0xff, 0xfe, 0, 0, 0x5b, 0, 0, 0), 'The text is in UTF-32. Save it as UTF-8.'],
      [Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x5b), 'The text is in UTF-32. Save it as UTF-8.'],
      [
        Buffer.from('["Zo\xeb"]', 'latin1'),
        'The text is not UTF-8: the byte 0xEB is not valid here. The text is probably in Latin-1 or Windows-1252. Save it as UTF-8.',
      ],
      [
        Buffer.from('["Gr\xf6\xdfe"]', 'latin1'),
        'The text is not UTF-8: the byte 0xF6 is not valid here. The text is probably in Latin-1 or Windows-1252. Save it as UTF-8.',
      ],
      [Buffer.from('["\x93\xfa\x96{\x8c\xea"]', 'latin1'), 'The text is not UTF-8: the byte 0x93 is not valid here.'],
      [
        Uint8Array.of(0x5b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x5d),
        'The text is not valid Unicode: it has an unpaired surrogate here, or UTF-16 that ends in the middle of a character.',
      ],
    ];
    for (const [bytes, message] of messages) {
      expect(formatInChunks(bytes).error).toMatchObject({ code: 'utf8', message });
      expect(formatInChunks(bytes, [1]).error).toMatchObject({ code: 'utf8', message });
    }
    expect(failureOf('[\u0000]')).toMatchObject({ code: 'syntax', found: 'the character U+0000' });
  });
});
