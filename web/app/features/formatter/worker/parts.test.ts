import { createFormatter, type Indent } from '@dev-connector/json';
import { expect, test } from 'vitest';
import { Output } from './output.ts';
import { findParts } from './parts.ts';

const encoder = new TextEncoder();

/** Formats a text and returns its output. */
function outputOf(text: string, indent: Indent = 2): Output {
  const output = new Output();
  const formatter = createFormatter({
    indent,
    documents: true,
    onOutput: (bytes) => output.append(bytes),
    onRows: (rows, lines, bytes) => output.count(rows, lines, bytes),
  });
  formatter.push(encoder.encode(text));
  expect(formatter.end()).toMatchObject({ ok: true });
  output.finish();
  return output;
}

const partsOf = (text: string, indent: Indent = 2) => findParts(outputOf(text, indent), indent, 0, async () => true);

/** Returns the bytes of a value as the formatter writes it, without indentation and line feeds. */
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value, null, 1).replace(/\n */g, '')).length;

test('measures the values of minified output, and opens their levels', async () => {
  const value = { a: '}],\\"{', größe: ['zwölf', { deep: [] }, {}], 'two words': { text: 'x'.repeat(50) } };
  const output = outputOf(JSON.stringify(value), 'none');
  const proceed = async () => true;
  const parts = await findParts(output, 'none', 0, proceed);
  const sizeOf = (part: unknown) => encoder.encode(JSON.stringify(part)).length;
  expect(parts).toMatchObject({ count: 3, bytes: sizeOf(value) - '{,,}'.length });
  expect(parts?.largest.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['two words', '"two words":'.length + sizeOf(value['two words']), true],
    ['größe', encoder.encode('"größe":').length + sizeOf(value.größe), true],
    ['a', '"a":'.length + sizeOf(value.a), false],
  ]);
  const level = await findParts(output, 'none', parts?.largest[1]?.offset, proceed);
  expect(level?.largest.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['[1]', '{"deep":[]}'.length, true],
    ['[0]', sizeOf('zwölf'), false],
    ['[2]', '{}'.length, false],
  ]);
  expect((await findParts(output, 'none', level?.largest[0]?.offset, proceed))?.largest).toMatchObject([{ name: 'deep', opens: false }]);
});

test('measures minified documents, and values that are longer than one step', async () => {
  const long = `"${'\\\\'.repeat(1_500_000)}"`;
  const output = outputOf(`{"a":1}\n[2]\n[${long},3]\n[]`, 'none');
  const parts = await findParts(output, 'none', undefined, async () => true);
  expect(parts?.largest.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['Document 3', long.length + '[,3]'.length, true],
    ['Document 1', '{"a":1}'.length, true],
    ['Document 2', '[2]'.length, true],
    ['Document 4', '[]'.length, false],
  ]);
  const level = await findParts(output, 'none', parts?.largest[0]?.offset, async () => true);
  expect(level?.largest.map(({ bytes }) => bytes)).toEqual([long.length, 1]);
});

test.each<Indent>([2, 4, 'tab'])('measures the values of an object with an indentation of %s', async (indent) => {
  const value = { a: 1, größe: ['zwölf', { deep: [] }, {}], 'two words': { text: 'x'.repeat(50) } };
  const parts = await partsOf(JSON.stringify(value), indent);
  expect(parts?.count).toBe(3);
  expect(parts?.largest.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['two words', encoder.encode('"two words": ').length + bytesOf(value['two words']), true],
    ['größe', encoder.encode('"größe": ').length + bytesOf(value.größe), true],
    ['a', '"a": 1'.length, false],
  ]);
  expect(parts?.bytes).toBe(bytesOf(value) - '{,,}'.length);
});

test('measures the level that a line opens, and names elements by their index', async () => {
  const text = JSON.stringify({ before: [1, 2], list: [1, [2, 3], 'long text'], after: 'x' });
  const output = outputOf(text);
  const [list] = (await findParts(output, 2, 0, async () => true))?.largest ?? [];
  const parts = await findParts(output, 2, list?.offset, async () => true);
  expect(parts?.largest.map(({ name }) => name)).toEqual(['[2]', '[1]', '[0]']);
  expect(parts?.largest[0]).toMatchObject({ bytes: '"long text"'.length, row: 11, opens: false });
});

test('measures equal values alike, wherever they stand, and names an empty key', async () => {
  expect((await partsOf('[1,2,3]'))?.largest.map(({ bytes }) => bytes)).toEqual([1, 1, 1]);
  expect((await partsOf('{"":1}'))?.largest[0]?.name).toBe('""');
});

test('returns the largest eight of many values, and counts all', async () => {
  const parts = await partsOf(
    JSON.stringify(Array.from({ length: 100_000 }, (_, index) => 'x'.repeat(index % 10_000 === 0 ? 10 + index / 10_000 : 1))),
  );
  expect(parts).toMatchObject({ count: 100_000 });
  expect(parts?.largest.map(({ name }) => name)).toEqual([
    '[90000]',
    '[80000]',
    '[70000]',
    '[60000]',
    '[50000]',
    '[40000]',
    '[30000]',
    '[20000]',
  ]);
});

test('measures several documents, also values that are longer than one step', async () => {
  const long = `"${'y'.repeat(3_000_000)}"`;
  const parts = await findParts(outputOf(`{"a":1}\n[2]\n[${long}]\n[]`), 2, undefined, async () => true);
  expect(parts?.largest.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['Document 3', long.length + 2],
    ['Document 1', '{"a": 1}'.length],
    ['Document 2', 3],
    ['Document 4', 2],
  ]);
});

test('shortens a long key, and returns nothing for scalars, empty objects and discarded requests', async () => {
  const parts = await partsOf(JSON.stringify({ ['k'.repeat(500)]: 1 }));
  expect(parts?.largest[0]?.name).toBe(`${'k'.repeat(80)}…`);
  for (const text of ['12', '"{"', '{}']) for (const indent of [2, 'none'] as const) expect(await partsOf(text, indent)).toBeUndefined();
  expect(await findParts(outputOf(JSON.stringify(['z'.repeat(2_000_000), 1])), 2, 0, async () => false)).toBeUndefined();
});
