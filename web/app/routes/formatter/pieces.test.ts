import { describe, expect, it } from 'vitest';
import { piecesOf } from './pieces.ts';

/** The text again, and how many pieces it came in, with so much room in each. */
function carried(text: string, room: number) {
  const pieces = [...piecesOf(text, () => new ArrayBuffer(room))].map(({ bytes, last }) => ({ bytes: bytes.slice(), last }));
  expect(pieces.map(({ last }) => last)).toEqual(pieces.map((_, index) => index === pieces.length - 1));
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

describe('a text in pieces', () => {
  it('is the same, wherever it is cut', () => {
    const text = 'aé世😀'.repeat(20);
    for (let room = 4; room < 40; room++) expect(carried(text, room).toString()).toBe(text);
    expect(carried('', 8)).toHaveLength(0);
  });

  it('with half of a character is no UTF-8 at that place, and ends soon after it', () => {
    const bytes = carried(`["é\ud800${'x'.repeat(5000)}`, 16);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x5b, 0x22, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0x78]));
    expect(bytes.length).toBeLessThan(2000);
    expect(carried('\udc00', 16)).toEqual(Buffer.from([0xed, 0xa0, 0x80]));
  });
});
