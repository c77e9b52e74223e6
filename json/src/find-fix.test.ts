import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInChunks } from './oracle.ts';
import { createRandom, makeDocument } from './random-documents.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const failureOf = (text: string) => formatInChunks(encoder.encode(text)).error;

/** Applies the fix of the first error. */
function fixed(text: string): string | undefined {
  const fix = failureOf(text)?.fix;
  if (!fix) return undefined;
  const bytes = encoder.encode(text);
  return decoder.decode(bytes.slice(0, fix.offset)) + fix.text + decoder.decode(bytes.slice(fix.offset + fix.length));
}

/** Applies fixes until the text has none. */
function fixedCompletely(text: string): string {
  const next = fixed(text);
  return next === undefined ? text : fixedCompletely(next);
}

describe('a fix', () => {
  it.each([
    ['[1,]', '[1]'],
    ['{"é": 1 ,\n\t}', '{"é": 1 \n\t}'],
    ['[1 2]', '[1, 2]'],
    ['[1 234]', undefined],
    ['[1\n234]', '[1,\n234]'],
    ['[1 true]', '[1, true]'],
    ['[{}{}]', '[{},{}]'],
    ['["ä"\n  "b"]', '["ä",\n  "b"]'],
    ['{"a": 1\n"b": 2}', '{"a": 1,\n"b": 2}'],
    ['{"a": {} "b": 2}', '{"a": {}, "b": 2}'],
    [`{'a': 1}`, '{"a": 1}'],
    [`['it\\'s "good"\\n']`, `["it's \\"good\\"\\n"]`],
    [`{"a": 'ü' , "b": 2}`, '{"a": "ü" , "b": 2}'],
    [`'a'`, '"a"'],
    ['\ufeff[1]', '[1]'],
    ['[\ufeff1]', undefined],
  ])('of %j gives %j', (text, expected) => {
    expect(fixed(text)).toBe(expected);
    if (expected !== undefined) expect(failureOf(expected)).toBeUndefined();
  });

  it.each([
    '["a""b"]', // or an escaped quote, as in CSV
    '["he said "no" twice"]',
    '["a" "b" c"]',
    '{"a": 1 2}', // or a missing key
    '{"a": 1 "b"}',
    '{"a" "b"}',
    '[1 tru]',
    '{"a": 1,]', // or the wrong bracket
    '[1,',
    `['it's']`,
    `['a\nb']`,
    `['a', 'b`,
    '[`a`]',
    `{'a' 1}`,
    `['\\x41']`,
    `'a' 'b'`,
    `['${'x'.repeat(2000)}']`,
    '[,]',
    '1,',
  ])('is not offered for %s', (text) => {
    expect(fixedCompletely(text)).not.toSatisfy((result: string) => result !== text && failureOf(result) === undefined);
    if (!text.startsWith("['a', ") && text !== '["a" "b" c"]') expect(failureOf(text)).not.toHaveProperty('fix');
  });

  it('restores random documents with one mistake in each token', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.constantFrom('missing', 'trailing', 'quotes'), (seed, mistake) => {
        const document = makeDocument(createRandom(seed));
        if (/"(?:[^"\\]|\\.){180}/.test(document)) return; // the end of a long string may be beyond the text around the error
        const broken = breakTokens(document, mistake);
        if (broken === document) return;
        const result = fixedCompletely(broken);
        expect(formatInChunks(encoder.encode(result), [], { indent: 'none' })).toEqual(
          formatInChunks(encoder.encode(document), [], { indent: 'none' }),
        );
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('changes one token and moves the next error forwards', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[', ']', '{', '}', ',', ':', ' ', '\n', '1', '"a"', `'b'`, `"`, `'`, 'true'), { maxLength: 20 }),
        (parts) => {
          const text = parts.join('');
          const result = fixed(text);
          if (result === undefined) return;
          expect(result.replace(/[,'"\\]/g, '')).toBe(text.replace(/[,'"]/g, ''));
          const [before, after] = [failureOf(text), failureOf(result)];
          if (after) expect(after.offset).toBeGreaterThan(before?.fix?.offset ?? Infinity);
        },
      ),
      { numRuns: 5000, seed: 1 },
    );
  });
});

const tokens = /"(?:[^"\\]|\\.)*"|[,\]}[{]|[^",\]}[{]+/g;

/** Breaks every token of a valid text that can be broken so that one fix is certain. */
function breakTokens(text: string, mistake: string): string {
  let previous = '';
  return [...text.matchAll(tokens)]
    .map(([token]) => {
      const empty = /^[[{]\s*$/.test(previous);
      previous = /^\s+$/.test(token) ? previous + token : token;
      if (mistake === 'missing' && token === ',') return '\n';
      if (mistake === 'trailing' && (token === ']' || token === '}') && !empty) return `,${token}`;
      if (mistake === 'quotes' && token.startsWith('"')) return `'${token.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
      return token;
    })
    .join('');
}
