import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRandom, makeDocument, mutate } from './documents.ts';
import { checkText } from './oracle.ts';

// Much work in few tests: a busy machine takes longer than usual over one.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();
const pieces = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

/** The long form of these, with a million texts: `npm run prove -w json`. */
describe('for any text', () => {
  it('everything holds that must hold, valid JSON as fast-check makes it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), pieces, (text, lengths) => {
        expect(checkText(encoder.encode(text.toWellFormed()), lengths)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('everything holds that must hold, any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), pieces, (bytes, lengths) => {
        checkText(bytes, lengths);
      }),
      { numRuns: 1000 },
    );
  });

  it('everything holds that must hold, valid and mutated texts of our own making', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), pieces, (seed, lengths) => {
        const random = createRandom(seed);
        const bytes = encoder.encode(makeDocument(random));
        expect(checkText(bytes, lengths)).toBe(true);
        checkText(mutate(random, bytes), lengths);
      }),
      { numRuns: 3000 },
    );
  });
});
