import { describe, expect, it } from 'vitest';
import { createFormatter } from './formatter.ts';
import { rowBlock, rowSegment } from './index.ts';
import type { Indent } from './types.ts';

/** Returns the reported rows and the output of a text formatted in chunks. */
function rowsOf(text: string, indent: Indent, length: number) {
  const reported: [rows: number, lines: number, bytes: number][] = [];
  const output: Uint8Array[] = [];
  const formatter = createFormatter({
    indent,
    onOutput: (chunk) => output.push(chunk.slice()),
    onRows: (rows, lines, bytes) => reported.push([rows, lines, bytes]),
  });
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += length) formatter.push(bytes.subarray(from, from + length));
  expect(formatter.end().ok).toBe(true);
  return { reported, output: Buffer.concat(output) };
}

/** Returns the complete rows and lines at each offset in `stops`, counted byte by byte. */
function countNaively(output: Buffer, stops: number[]): [rows: number, lines: number, bytes: number][] {
  const counted: [number, number, number][] = [];
  let [rows, lines, feeds] = [0, 0, 0];
  for (const [at, byte] of output.entries()) {
    if (byte === 0x0a) {
      lines++;
      rows++;
      feeds++;
    }
    if ((at + 1) % rowSegment === 0) {
      if (feeds === 0) rows++;
      feeds = 0;
    }
    if (stops[counted.length] === at + 1) counted.push([rows, lines, at + 1]);
  }
  return counted;
}

describe('rows', () => {
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, text: 'é'.repeat((id * id) % 3001), list: [[id, []]] })));

  it.each([
    [2, 1_000_000_000],
    [2, 10_007],
    ['none', 1_000_000_000],
    ['none', 65_536],
  ] as [Indent, number][])('are counted while formatting with indent %s, in chunks of %i', (indent, length) => {
    const { reported, output } = rowsOf(text, indent, length);
    expect(reported.at(-1)?.[2]).toBe(output.length);
    const stops = reported.map(([, , bytes]) => bytes);
    expect(reported).toEqual(countNaively(output, stops));
    const blocks = stops.filter((bytes) => bytes % rowBlock === 0);
    expect(blocks).toEqual(Array.from({ length: Math.floor(output.length / rowBlock) }, (_, index) => (index + 1) * rowBlock));
  });
});
