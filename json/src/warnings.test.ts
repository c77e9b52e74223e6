import { describe, expect, it, vi } from 'vitest';
import { formatPieces } from './oracle.ts';
import type { Warning } from './types.ts';

// Much work in few tests: a busy machine takes longer than usual over one.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();

/** What is warned of; the same however the text is cut. */
function warningsOf(text: string, length = 1): Warning[] {
  const [whole, pieces] = [[], [length]].map((lengths) => {
    const warnings: Warning[] = [];
    const { error } = formatPieces(encoder.encode(text), lengths, { indent: 'none', onWarning: (warning) => warnings.push(warning) });
    expect(error).toBeUndefined();
    return warnings;
  }) as [Warning[], Warning[]];
  expect(pieces).toEqual(whole);
  return whole;
}

describe('duplicate keys', () => {
  it('are told with both places', () => {
    expect(warningsOf('{"é":1,\r\n "b":{"é":1}, "é":2}')).toEqual([
      { kind: 'duplicate-key', key: 'é', offset: 25, line: 2, column: 15, first: { offset: 1, line: 1, column: 2 } },
    ]);
  });

  it('are found behind escapes, in each object by itself', () => {
    expect(warningsOf('{"a":1,"\\u0061":2,"A":3}').map((warning) => 'key' in warning && warning.key)).toEqual(['a']);
    expect(warningsOf('[{"a":1},{"a":1},{"a":{"a":["a","a"]}}]')).toEqual([]);
    expect(warningsOf('{"":1,"":1,"":1}')).toHaveLength(2);
    expect(warningsOf('{"__proto__":1,"constructor":2}')).toEqual([]);
  });

  it('are found however long they are', () => {
    const long = 'ä"'.repeat(200_000).replaceAll('"', '\\"');
    const [warning, ...others] = warningsOf(`{"${long}":1,"${long}x":2,"${long.replace('ä', '\\u00e4')}":3,"${long.slice(3)}":4}`, 997);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ kind: 'duplicate-key', first: { line: 1, column: 2 } });
    expect((warning as { key: string }).key).toMatch(/^\\u00e4\\"ä.*… \(800004 bytes\)$/);
  });

  it('are the same text, whatever escapes it is written with', () => {
    const keys = ['"\\/\b\f\n\r\t😀é世', '\ud83d', '\ude00', '\ud83d\\ude00', '', '\0'];
    const members = keys.flatMap((key) => [
      JSON.stringify(key),
      `"${Array.from({ length: key.length }, (_, index) => `\\u${key.charCodeAt(index).toString(16).padStart(4, '0').toUpperCase()}`).join('')}"`,
    ]);
    const told = warningsOf(`{${members.map((key) => `${key}:0`).join(',')}}`).filter(({ kind }) => kind === 'duplicate-key');
    expect(told.map((warning) => 'key' in warning && warning.key)).toEqual(keys);
  });

  it('are found among many, in objects within objects', () => {
    const many = (count: number, inner: string) =>
      `{${Array.from({ length: count }, (_, index) => `"${index}":${index === 7 ? inner : 0}`).join(',')},"3":0}`;
    const told = warningsOf(many(9000, `[${many(3000, many(10, '{"3":0}'))}]`));
    expect(told.map((warning) => 'key' in warning && [warning.key, warning.first.offset > 0])).toEqual([
      ['3', true],
      ['3', true],
      ['3', true],
    ]);
    expect(warningsOf(`${'{"a":'.repeat(20_000)}0${'}'.repeat(20_000)}`)).toEqual([]);
  });

  it('are no longer looked for among too many, and that is told once', () => {
    const text = `{${Array.from({ length: 500_010 }, (_, index) => `"${index}":0`).join(',')}}`;
    const warnings: Warning[] = [];
    formatPieces(encoder.encode(text), [], { indent: 'none', onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ kind }) => kind)).toEqual(['too-many-keys']);
  });
});

describe('large integers', () => {
  it('are those that a float may not hold', () => {
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
    const told = warningsOf(`[${numbers.join(',')}]`).map((warning) => 'number' in warning && warning.number);
    expect(told).toEqual(['9007199254740992', '-9007199254740993', '10000000000000000000', '12345678901234567890']);
    expect(warningsOf('{"a":12345678901234567890}')).toEqual([
      { kind: 'large-integer', number: '12345678901234567890', offset: 5, line: 1, column: 6 },
    ]);
    expect(warningsOf('\n12345678901234567890')).toEqual([
      { kind: 'large-integer', number: '12345678901234567890', offset: 1, line: 2, column: 1 },
    ]);
    const often = warningsOf(`[${'12345678901234567890,'.repeat(3_000)}"\n"]`.replace('\n', '\\n'));
    expect(often).toHaveLength(3_000);
    expect(often.at(-1)).toMatchObject({ column: 2 + 2_999 * 21 });
  });
});

describe('lone surrogates', () => {
  it('are told, pairs are not', () => {
    const told = (text: string) => warningsOf(text).map((warning) => 'escape' in warning && `${warning.escape} ${warning.column}`);
    expect(told('"\\ud83d\\ude00"')).toEqual([]);
    expect(told('"\\ud800"')).toEqual(['\\ud800 2']);
    expect(told('"\\udc00\\ud800x"')).toEqual(['\\udc00 2', '\\ud800 8']);
    expect(told('"\\ud800\\n\\udc00"')).toEqual(['\\ud800 2', '\\udc00 10']);
    expect(told('["\\ud800","\\udc00"]')).toEqual(['\\ud800 3', '\\udc00 12']);
    expect(told('"é\\\\ud800"')).toEqual([]);
  });
});
