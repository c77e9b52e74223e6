import { describe, expect, it, vi } from 'vitest';
import { checkText, formatInChunks } from './oracle.ts';

// Some tests format thousands of texts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Edge cases of RFC 8259 by section. Each is read as a whole and in chunks of one and three bytes. */
const accepted: Record<string, (string | number[])[]> = {
  'section 2, structure and white space': [
    '0',
    '""',
    '[]',
    '{}',
    ' \t\r\n1 \t\r\n',
    '[ ]',
    '{\t}',
    '[\r\n]',
    '[1,2]',
    '[1 , 2]',
    '\n[\n1\n,\n2\n]\n',
    '{"a":1}',
    '{ "a" : 1 , "b" : [ ] }',
    '[[],{}]',
    '{"a":{}}',
    '[[[[]]]]',
    `${' '.repeat(300)}1${'\n'.repeat(300)}`,
  ],
  'section 3, values': ['true', 'false', 'null', '[true,false,null]', '[true ,false ,null ]', '{"a":true}'],
  'section 4, objects': [
    '{"":0}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"1":1,"0":0}',
    '{"__proto__":1}',
    '{"a b":1,"\\"":2,"\\\\":3}',
    `{"${'k'.repeat(70)}":1}`,
  ],
  'section 6, numbers': [
    '-0',
    '1',
    '-1',
    '10',
    '1234567890',
    '0.0',
    '-0.5',
    '1.25',
    '0e0',
    '0E0',
    '0e+0',
    '0e-0',
    '1e5',
    '1E5',
    '1e+5',
    '1e-5',
    '1.5e300',
    '-1.5E-300',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1e1',
    '123456789012345678901234567890',
    '0.000000000000000000000000000000000000001',
    `1${'0'.repeat(500)}`,
    `0.${'1'.repeat(500)}`,
    `1e${'0'.repeat(40)}1`,
    '[0,-0,1.0,1e1]',
    '[1]',
    '[-1,0]',
    '[12345678901234567890123456789012]',
    '[1234567890123456]',
    '[-1234567890.12345]',
    '[1.123456789012345678901234567890123456]',
    '[0.5e1,1]',
  ],
  'section 7, strings': [
    '"a"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u0000"',
    '"\\u001f"',
    '"\\uABCD\\uabcd"',
    '"\\uD83D\\uDE00"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ud800\\n"',
    '" "',
    '"/"',
    '"\'"',
    '"\u007f"',
    '"\u0080"',
    '"\u2028\u2029"',
    '"\ufeff"',
    '"\uffff"',
    '"é漢😀"',
    '"[{,:]}"',
    `"${'x'.repeat(1000)}"`,
    `"${'\\n'.repeat(100)}"`,
    `"${'\\u00e9'.repeat(40)}"`,
    `"${'\\\\'.repeat(33)}"`,
    '"012345678901234"',
    '"0123456789012345"',
    '"01234567890123\\""',
    '"0123456789012345\\\\"',
  ],
  'section 8.1, UTF-8': [
    [0x22, 0xc2, 0x80, 0x22],
    [0x22, 0xdf, 0xbf, 0x22],
    [0x22, 0xe0, 0xa0, 0x80, 0x22],
    [0x22, 0xed, 0x9f, 0xbf, 0x22],
    [0x22, 0xee, 0x80, 0x80, 0x22],
    [0x22, 0xef, 0xbf, 0xbe, 0x22],
    [0x22, 0xf0, 0x90, 0x80, 0x80, 0x22],
    [0x22, 0xf4, 0x8f, 0xbf, 0xbf, 0x22],
  ],
};

const rejected: Record<string, (string | number[])[]> = {
  'section 2, structure and white space': [
    '',
    ' ',
    '\n',
    '[',
    '{',
    ']',
    '}',
    ',',
    ':',
    '[1',
    '[1,',
    '[,',
    '[,1]',
    '[1,]',
    '[1,,2]',
    '[1 2]',
    '[1:2]',
    '[}',
    '{]',
    '[1}',
    '{"a":1]',
    '[]]',
    '{}}',
    '[][]',
    '{}{}',
    '1 2',
    '1,',
    '[1],',
    '1]',
    '[1]x',
    '\ufeff1',
    '1\ufeff',
    '\u00a01',
    '1\u00a0',
    '\u000b1',
    '\u000c1',
    '\u20281',
    '\u00001',
    '1\u0000',
    '[1\u0000]',
    '[\u0000]',
    '\u001f1',
    '[[[[]]]',
    '[[[[]]]]]',
    '\\n1',
  ],
  'section 3, values': [
    'True',
    'TRUE',
    'False',
    'Null',
    'nul',
    'nulll',
    'nul l',
    'truefalse',
    'tru',
    'fals',
    't',
    'f',
    'n',
    'undefined',
    'NaN',
    'nan',
    'Infinity',
    '-Infinity',
    'None',
    '[tru]',
    '[nul]',
    '[falsy]',
    '[truee]',
    '[true1]',
    '{"a":tru}',
    'a',
    '[a]',
    '<html>',
    "'a'",
    '`a`',
    '(1)',
  ],
  'section 4, objects': [
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1,,"b":2}',
    '{,}',
    '{:1}',
    '{a:1}',
    '{1:1}',
    '{null:1}',
    '{[]:1}',
    '{"a":1 "b":2}',
    '{"a" 1}',
    '{"a"::1}',
    '{"a":1:2}',
    '{"a":1',
    '{"a":',
    '{"a"',
    '{"a',
    '{"a":1,"b"}',
    "{'a':1}",
    '{"a";1}',
    '{"a"=1}',
    '{"a":1;"b":2}',
    '{“a”:1}',
    '{"a":1}}',
    '{"a":"b" "c":1}',
    '{"a",1}',
  ],
  'section 6, numbers': [
    '-',
    '+1',
    '+',
    '.5',
    '-.5',
    '5.',
    '-5.',
    '1.e1',
    '01',
    '-01',
    '00',
    '-00',
    '1e',
    '1E',
    '1e+',
    '1e-',
    '1e1.5',
    '1.5.5',
    '1e1e1',
    '--1',
    '-+1',
    '1-',
    '1+1',
    '0x1',
    '0b1',
    '0o1',
    '1_000',
    '1,000',
    '1a',
    '1n',
    '.',
    'e1',
    '-e1',
    '- 1',
    '1 .5',
    '1. 5',
    '1 e5',
    '1e 5',
    '٣',
    '１',
    '[01]',
    '[1.]',
    '[1.,2]',
    '[-]',
    '[1e]',
    '[.5]',
    '[+1]',
    '[1.5.5]',
    '[123456789012345678901234567890123.]',
    '[1e1.]',
    '[0123456789]',
    '{"a":01}',
    '0.',
  ],
  'section 7, strings': [
    '"',
    '"a',
    '"\\"',
    '"\\',
    '"\\u',
    '"\\u1',
    '"\\u12',
    '"\\u123',
    '"\\u123"',
    '"\\u12g4"',
    '"\\uG000"',
    '"\\u 123"',
    '"\\U0041"',
    '"\\x41"',
    '"\\a"',
    '"\\0"',
    '"\\\'"',
    '"\\v"',
    '"\\\n"',
    '"\\ "',
    '"\\é"',
    '"\\u００００"',
    '"\t"',
    '"\n"',
    '"\r"',
    '"\u0000"',
    '"\u001f"',
    `"${'x'.repeat(40)}\n"`,
    `"${'x'.repeat(40)}\\q"`,
    '"a"b"',
    '["a',
    '["a]',
    '["a\\"]',
    '{"a\n":1}',
    '"0123456789012345\\x"',
    `"${'\\u00e9'.repeat(9)}\\u00e"`,
  ],
  'section 8.1, UTF-8': [
    // Stray continuations, overlong forms, surrogates, code points above U+10FFFF, truncated sequences; inside and outside strings.
    [0x22, 0x80, 0x22],
    [0x22, 0xbf, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xc1, 0xbf, 0x22],
    [0x22, 0xe0, 0x80, 0x80, 0x22],
    [0x22, 0xe0, 0x9f, 0xbf, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xed, 0xbf, 0xbf, 0x22],
    [0x22, 0xf0, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xf0, 0x8f, 0xbf, 0xbf, 0x22],
    [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
    [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xfe, 0x22],
    [0x22, 0xff, 0x22],
    [0x22, 0xc3, 0x22],
    [0x22, 0xe6, 0xbc, 0x22],
    [0x22, 0xf0, 0x9f, 0x98, 0x22],
    [0x22, 0xc3],
    [0x22, 0xe6, 0xbc],
    [0x22, 0xf0, 0x9f, 0x98],
    [0xc3],
    [0x31, 0xc3, 0xa9],
    [0x31, 0xff],
    [0x5b, 0xff, 0x5d],
    [0xff, 0xfe, 0x31, 0x00],
    [0x31, 0x00],
    [0x22, 0xc3, 0xa9, 0xa9, 0x22],
    [0x22, 0xe6, 0xbc, 0xa2, 0xa2, 0x22],
  ],
};

const encoder = new TextEncoder();
const bytesOf = (text: string | number[]) => (typeof text === 'string' ? encoder.encode(text) : Uint8Array.from(text));
const show = (text: string | number[]) =>
  typeof text === 'string' ? JSON.stringify(text.slice(0, 60)) : text.map((byte) => byte.toString(16)).join(' ');

function checkAll(cases: Record<string, (string | number[])[]>, valid: boolean) {
  for (const [section, texts] of Object.entries(cases)) {
    it.each(texts.map((text) => [show(text), text] as const))(`${section}: %s`, (_, text) => {
      for (const chunkLengths of [[1], [3]]) expect(checkText(bytesOf(text), chunkLengths)).toBe(valid);
    });
  }
}

describe('accepts', () => {
  checkAll(accepted, true);
});

describe('rejects', () => {
  checkAll(rejected, false);
});

describe('UTF-8', () => {
  it('is validated as by TextDecoder, for all pairs of bytes and critical triples at every alignment', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const isUtf8 = (bytes: Uint8Array) => {
      try {
        return decoder.decode(bytes) !== undefined;
      } catch {
        return false;
      }
    };
    const edges = [
      0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5,
      0xff,
    ];
    const sequences: number[][] = [];
    for (let first = 0x80; first < 0x100; first++) for (let second = 0x7f; second < 0x100; second++) sequences.push([first, second]);
    for (const a of edges) for (const b of edges) for (const c of edges) sequences.push([a, b, c], [a, b, c, 0x80], [a, b, c, 0xc2, 0x80]);
    sequences.forEach((sequence, index) => {
      const text = new Uint8Array(100).fill(0x61);
      text[0] = text[99] = 0x22;
      text.set(sequence, 20 + (index % 61));
      const { error } = formatInChunks(text);
      if (!error !== isUtf8(text)) throw new Error(`${sequence} at ${20 + (index % 61)}`);
      if (error && error.code !== 'utf8') throw new Error(error.message);
    });
  });
});

describe('nesting', () => {
  it('formats 100,000 levels', () => {
    const depth = 100_000;
    const text = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(formatInChunks(encoder.encode(text), [], { indent: 'none' })).toEqual({ text });
    const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(formatInChunks(encoder.encode(objects), [], { indent: 'none' })).toEqual({ text: objects });
    expect(formatInChunks(encoder.encode(text.slice(0, -1)), [], { indent: 'none' }).error).toMatchObject({
      offset: 2 * depth,
      opened: { offset: 0, line: 1, column: 1 },
    });
  });

  it('indents 5,000 levels as JSON.stringify does', () => {
    const depth = 5000;
    const { text } = formatInChunks(encoder.encode(`${'['.repeat(depth)}${']'.repeat(depth)}`), [1000]);
    const lines = text.split('\n');
    expect(lines).toHaveLength(2 * depth - 1);
    expect(lines.every((line, index) => line.length - line.trimStart().length === 2 * Math.min(index, 2 * depth - 2 - index))).toBe(true);
  });

  it('rejects more than 1,000,000 levels', () => {
    expect(formatInChunks(encoder.encode('['.repeat(1_000_001)), [], { indent: 'none' }).error).toMatchObject({
      code: 'too-deep',
      offset: 1_000_000,
    });
  });
});
