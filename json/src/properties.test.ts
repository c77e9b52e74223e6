import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { checkText } from './oracle.ts';
import { createRandom, makeDocument, mutate } from './random-documents.ts';

// Each test formats thousands of texts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();
const chunkLengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

/** `npm run verify:json` runs the same checks on a million texts. */
describe('the formatter', () => {
  it('handles valid JSON from fast-check', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), chunkLengths, (text, lengths) => {
        expect(checkText(encoder.encode(text.toWellFormed()), lengths)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('handles arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), chunkLengths, (bytes, lengths) => {
        checkText(bytes, lengths);
      }),
      { numRuns: 1000 },
    );
  });

  it('handles random documents and mutations of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), chunkLengths, (seed, lengths) => {
        const random = createRandom(seed);
        const bytes = encoder.encode(makeDocument(random));
        expect(checkText(bytes, lengths)).toBe(true);
        checkText(mutate(random, bytes), lengths);
      }),
      { numRuns: 3000 },
    );
  });
});
