import { describe, expect, it } from 'vitest';
import { encodeChunks } from './encode-chunks.ts';

/** Encodes a text in chunks of at most `size` bytes and joins them. */
function encoded(text: string, size: number) {
  const chunks = [...encodeChunks(text, size)].map(({ bytes, last }) => ({ bytes: bytes.slice(), last }));
  expect(chunks.map(({ last }) => last)).toEqual(chunks.map((_, index) => index === chunks.length - 1));
  return Buffer.concat(chunks.map(({ bytes }) => bytes));
}

describe('encodeChunks', () => {
  it('preserves the text for any chunk size', () => {
    const text = 'aé世😀'.repeat(20);
    for (let size = 4; size < 40; size++) expect(encoded(text, size).toString()).toBe(text);
    expect(encoded('', 8)).toHaveLength(0);
  });

  it('encodes a lone surrogate as invalid UTF-8 and stops soon after it', () => {
    const bytes = encoded(`["é\ud800${'x'.repeat(5000)}`, 16);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x5b, 0x22, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x78]));
    expect(bytes.length).toBeLessThan(2000);
    expect(encoded('\udc00', 16)).toEqual(Buffer.from([0xed, 0xa0, 0x80]));
  });
});
