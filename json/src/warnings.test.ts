import { describe, expect, it, vi } from 'vitest';
import { formatInChunks } from './oracle.ts';
import type { Warning } from './types.ts';

// Some tests format large texts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();

/** Returns the warnings of a text. Asserts that chunks give the same. */
function warningsOf(text: string, length = 1): Warning[] {
  const [whole, chunked] = [[], [length]].map((lengths) => {
    const warnings: Warning[] = [];
    const { error } = formatInChunks(encoder.encode(text), lengths, { indent: 'none', onWarning: (warning) => warnings.push(warning) });
    expect(error).toBeUndefined();
    return warnings;
  }) as [Warning[], Warning[]];
  expect(chunked).toEqual(whole);
  return whole;
}

describe('duplicate keys', () => {
  it('are reported with both positions', () => {
    expect(warningsOf('{"é":1,\r\n "b":{"é":1}, "é":2}')).toEqual([
      { kind: 'duplicate-key', key: 'é', offset: 25, line: 2, column: 15, first: { offset: 1, line: 1, column: 2 } },
    ]);
  });

  it('are found despite escapes, separately for each object', () => {
    expect(warningsOf('{"a":1,"\\u0061":2,"A":3}').map((warning) => 'key' in warning && warning.key)).toEqual(['a']);
    expect(warningsOf('[{"a":1},{"a":1},{"a":{"a":["a","a"]}}]')).toEqual([]);
    expect(warningsOf('{"":1,"":1,"":1}')).toHaveLength(2);
    expect(warningsOf('{"__proto__":1,"constructor":2}')).toEqual([]);
  });

  it('are found among long keys', () => {
    const long = 'ä"'.repeat(200_000).replaceAll('"', '\\"');
    const [warning, ...others] = warningsOf(`{"${long}":1,"${long}x":2,"${long.replace('ä', '\\u00e4')}":3,"${long.slice(3)}":4}`, 997);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ kind: 'duplicate-key', first: { line: 1, column: 2 } });
    expect((warning as { key: string }).key).toMatch(/^\\u00e4\\"ä.*… \(800004 bytes\)$/);
  });

  it('are equal if they decode to the same text', () => {
    const keys = ['"\\/\b\f\n\r\t😀é世', '\ud83d', '\ude00', '\ud83d\\ude00', '', '\0'];
    const members = keys.flatMap((key) => [
      JSON.stringify(key),
      `"${Array.from({ length: key.length }, (_, index) => `\\u${key.charCodeAt(index).toString(16).padStart(4, '0').toUpperCase()}`).join('')}"`,
    ]);
    const reported = warningsOf(`{${members.map((key) => `${key}:0`).join(',')}}`).filter(({ kind }) => kind === 'duplicate-key');
    expect(reported.map((warning) => 'key' in warning && warning.key)).toEqual(keys);
  });

  it('are found among many keys in nested objects', () => {
    const many = (count: number, inner: string) =>
      `{${Array.from({ length: count }, (_, index) => `"${index}":${index === 7 ? inner : 0}`).join(',')},"3":0}`;
    const reported = warningsOf(many(9000, `[${many(3000, many(10, '{"3":0}'))}]`));
    expect(reported.map((warning) => 'key' in warning && [warning.key, warning.first.offset > 0])).toEqual([
      ['3', true],
      ['3', true],
      ['3', true],
    ]);
    expect(warningsOf(`${'{"a":'.repeat(20_000)}0${'}'.repeat(20_000)}`)).toEqual([]);
  });

  it('are reported once as too many to check', () => {
    const text = `{${Array.from({ length: 500_010 }, (_, index) => `"${index}":0`).join(',')}}`;
    const warnings: Warning[] = [];
    formatInChunks(encoder.encode(text), [], { indent: 'none', onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ kind }) => kind)).toEqual(['too-many-keys']);
  });
});

describe('large integers', () => {
  it('are those beyond the exact range of a float', () => {
    const numbers = [
      '9007199254740991',
      '9007199254740992',
      '-9007199254740993',
      '10000000000000000000',
      '1e300',
      '123456789012345678.5',
      '900719925474099',
      '12345678901234567890',
    ];
    const reported = warningsOf(`[${numbers.join(',')}]`).map((warning) => 'number' in warning && warning.number);
    expect(reported).toEqual(['9007199254740992', '-9007199254740993', '10000000000000000000', '12345678901234567890']);
    expect(warningsOf('{"a":12345678901234567890}')).toEqual([
      { kind: 'large-integer', number: '12345678901234567890', offset: 5, line: 1, column: 6 },
    ]);
    expect(warningsOf('\n12345678901234567890')).toEqual([
      { kind: 'large-integer', number: '12345678901234567890', offset: 1, line: 2, column: 1 },
    ]);
    const repeated = warningsOf(`[${'12345678901234567890,'.repeat(3_000)}"\n"]`.replace('\n', '\\n'));
    expect(repeated).toHaveLength(3_000);
    expect(repeated.at(-1)).toMatchObject({ column: 2 + 2_999 * 21 });
  });
});

describe('numbers out of range', () => {
  it('are those that a float turns into infinity or 0', () => {
    const reported = (text: string) =>
      warningsOf(text).map((warning) => warning.kind === 'out-of-range' && `${warning.number} ${warning.column}`);
    for (const number of [
      '1e400',
      '-1E+999',
      '1e-400',
      '0.5e-00400',
      '12345678901234567890e300',
      `0.${'0'.repeat(400)}1`,
      `1${'0'.repeat(400)}.0`,
      `1${'0'.repeat(250)}e99`,
      `0.${'0'.repeat(230)}1e-99`,
      `-1${'0'.repeat(400)}`,
    ])
      for (const text of [number, `[1,${number} ,2]`, `{"a":${number}}`])
        expect(reported(text), text).toEqual([`${number} ${text.indexOf(number) + 1}`]);
    const fine = [
      '1e308',
      '1.5e-300',
      '0e400',
      '0.00e-999',
      '1e+0005',
      '123.456e-10',
      '1.7976931348623157e308',
      '5e-324',
      `1.${'3'.repeat(400)}`,
      `1${'0'.repeat(180)}.0e99`,
    ];
    expect(reported(`[${fine.join(',')}]`)).toEqual([]);
    expect(reported('["1e400",{"1e400":0}]')).toEqual([]);
    const repeated = warningsOf(`[${'1e400,'.repeat(20_000)}0]`);
    expect(repeated).toHaveLength(20_000);
    expect(repeated.at(-1)).toMatchObject({ number: '1e400', column: 2 + 19_999 * 6 });
  });
});

describe('lone surrogates', () => {
  it('are reported, pairs are not', () => {
    const reported = (text: string) => warningsOf(text).map((warning) => 'escape' in warning && `${warning.escape} ${warning.column}`);
    expect(reported('"\\ud83d\\ude00"')).toEqual([]);
    expect(reported('"\\ud800"')).toEqual(['\\ud800 2']);
    expect(reported('"\\udc00\\ud800x"')).toEqual(['\\udc00 2', '\\ud800 8']);
    expect(reported('"\\ud800\\n\\udc00"')).toEqual(['\\ud800 2', '\\udc00 10']);
    expect(reported('["\\ud800","\\udc00"]')).toEqual(['\\ud800 3', '\\udc00 12']);
    expect(reported('"é\\\\ud800"')).toEqual([]);
  });
});
