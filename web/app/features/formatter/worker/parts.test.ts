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
  expect(parts).toMatchObject({ by: 'value', of: 3, others: 0, bytes: sizeOf(value) - '{,,}'.length });
  expect(parts?.parts.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['two words', '"two words":'.length + sizeOf(value['two words']), true],
    ['größe', encoder.encode('"größe":').length + sizeOf(value.größe), true],
    ['a', '"a":'.length + sizeOf(value.a), false],
  ]);
  const level = await findParts(output, 'none', parts?.parts[1]?.offset, proceed);
  expect(level?.parts.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['[1]', '{"deep":[]}'.length, true],
    ['[0]', sizeOf('zwölf'), false],
    ['[2]', '{}'.length, false],
  ]);
  expect((await findParts(output, 'none', level?.parts[0]?.offset, proceed))?.parts).toMatchObject([{ name: 'deep', opens: false }]);
});

test('measures minified documents, and values that are longer than one step', async () => {
  const long = `"${'\\\\'.repeat(1_500_000)}"`;
  const output = outputOf(`{"a":1}\n[2]\n[${long},3]\n[]`, 'none');
  const parts = await findParts(output, 'none', undefined, async () => true);
  expect(parts?.parts.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['Document 3', long.length + '[,3]'.length, true],
    ['Document 1', '{"a":1}'.length, true],
    ['Document 2', '[2]'.length, true],
    ['Document 4', '[]'.length, false],
  ]);
  const level = await findParts(output, 'none', parts?.parts[0]?.offset, async () => true);
  expect(level?.parts.map(({ bytes }) => bytes)).toEqual([long.length, 1]);
});

test.each<Indent>([2, 4, 'tab'])('measures the values of an object with an indentation of %s', async (indent) => {
  const value = { a: 1, größe: ['zwölf', { deep: [] }, {}], 'two words': { text: 'x'.repeat(50) } };
  const parts = await partsOf(JSON.stringify(value), indent);
  expect(parts?.of).toBe(3);
  expect(parts?.parts.map(({ name, bytes, opens }) => [name, bytes, opens])).toEqual([
    ['two words', encoder.encode('"two words": ').length + bytesOf(value['two words']), true],
    ['größe', encoder.encode('"größe": ').length + bytesOf(value.größe), true],
    ['a', '"a": 1'.length, false],
  ]);
  expect(parts?.bytes).toBe(bytesOf(value) - '{,,}'.length);
});

test('measures the level that a line opens, and names elements by their index', async () => {
  const text = JSON.stringify({ before: [1, 2], list: [1, [2, 3], 'long text'], after: 'x' });
  const output = outputOf(text);
  const [list] = (await findParts(output, 2, 0, async () => true))?.parts ?? [];
  const parts = await findParts(output, 2, list?.offset, async () => true);
  expect(parts?.parts.map(({ name }) => name)).toEqual(['[2]', '[1]', '[0]']);
  expect(parts?.parts[0]).toMatchObject({ bytes: '"long text"'.length, row: 11, opens: false });
});

test('measures equal values alike, wherever they stand, and names an empty key', async () => {
  expect((await partsOf('[1,2,3]'))?.parts.map(({ bytes }) => bytes)).toEqual([1, 1, 1]);
  expect((await partsOf('{"":1}'))?.parts[0]?.name).toBe('""');
});

const indents: Indent[] = [2, 'tab', 'none'];

test.each(indents)(
  'returns the largest of many values that have half of the bytes, and counts all, with an indentation of %s',
  async (indent) => {
    const values = Array.from({ length: 100_000 }, (_, index) => (index % 10_000 === 0 ? 'x'.repeat(100_000 + index) : 'x'));
    const parts = await partsOf(JSON.stringify(values), indent);
    expect(parts).toMatchObject({ by: 'value', of: 100_000, others: 99_994 });
    expect(parts?.parts.map(({ name }) => name)).toEqual(['[90000]', '[80000]', '[70000]', '[60000]', '[50000]', '[40000]']);
  },
);

test.each(indents)('sums values that are alike by key, with an indentation of %s', async (indent) => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: index % 10, name: index === 5000 ? 'longer' : 'a"b', tags: [[], {}] }));
  const space = indent === 'none' ? '' : ' ';
  const expected = [
    ['tags', 10_000 * `"tags":${space}[[],{}]`.length, 10_000, false],
    ['name', 10_000 * `"name":${space}"a\\"b"`.length + 2, 10_000, false],
    ['id', 10_000 * `"id":${space}1`.length, 10_000, false],
  ];
  const namesOf = async (text: string) =>
    (await partsOf(text, indent))?.parts.map(({ name, bytes, count, opens }) => [name, bytes, count, opens]);
  expect(await namesOf(JSON.stringify(items))).toEqual(expected);
  expect(await namesOf(JSON.stringify(Object.fromEntries(items.map((item, index) => [`key ${index}`, item]))))).toEqual(expected);
  expect(await namesOf(JSON.stringify(items.map(({ id, name }) => [name, id])))).toEqual([
    ['[0]', 10_000 * '"a\\"b"'.length + 2, 10_000, false],
    ['[1]', 10_000, 10_000, false],
  ]);

  const output = outputOf(JSON.stringify(items), indent);
  const parts = await findParts(output, indent, 0, async () => true);
  expect(parts).toMatchObject({ by: 'key', of: 10_000, others: 0 });
  const { offset = 0, row } = parts?.parts[1] ?? {};
  expect(new TextDecoder().decode(await output.read(offset, offset + 17))).toContain('longer');
  expect(row).toBe(await output.rowOfOffset(offset));

  const lines = await findParts(
    outputOf(items.map((item) => JSON.stringify(item)).join('\n'), indent),
    indent,
    undefined,
    async () => true,
  );
  expect(lines?.parts.map(({ name, bytes, count, opens }) => [name, bytes, count, opens])).toEqual(expected);
});

test.each(indents)('sums keys that differ in order and length, and scalars between objects, with an indentation of %s', async (indent) => {
  const long = 'k'.repeat(900);
  const item = (index: number) =>
    index % 3 === 0 ? { a: 'x', b: 'y', [long]: 1 } : index % 3 === 1 ? { b: 'y', [long]: 1, a: 'x' } : index;
  const parts = await partsOf(JSON.stringify(Array.from({ length: 3000 }, (_, index) => item(index))), indent);
  expect(parts?.parts.map(({ name, count }) => [name, count])).toEqual([
    [`${'k'.repeat(80)}…`, 2000],
    ['a', 2000],
    ['b', 2000],
  ]);
});

test.each(indents)(
  'returns ranges of values that are neither large nor alike, one for those of similar size, with an indentation of %s',
  async (indent) => {
    const rangesOf = async (value: unknown) => {
      const parts = await partsOf(JSON.stringify(value), indent);
      return [parts?.by, parts?.of, ...(parts?.parts ?? []).map(({ name, count, bytes }) => [name, count, bytes])];
    };
    expect(await rangesOf(Array(10_000).fill(1))).toEqual(['range', 10_000, ['[0] … [9999]', 10_000, 10_000]]);
    const rising = Array.from({ length: 4000 }, (_, index) => 'x'.repeat(index < 2048 ? 8 : 98));
    expect(await rangesOf(rising)).toEqual(['range', 4000, ['[0] … [2047]', 2048, 20_480], ['[2048] … [3999]', 1952, 195_200]]);
    const keys = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key ${index}`, { [`own ${index}`]: 1 }]));
    expect((await rangesOf(keys)).slice(0, 2)).toEqual(['range', 2000]);
    expect((await partsOf(JSON.stringify(keys), indent))?.parts.at(-1)?.name).toMatch(/^key \d+ … key 1999$/);
  },
);

test('shows hidden characters of names as escapes', async () => {
  const parts = await partsOf('{"abc\u202e\u2066": 1, "👩‍💻": 1, "\u{e0067}": 1}');
  expect(parts?.parts.map(({ name }) => name).sort()).toEqual(['\\udb40\\udc67', 'abc\\u202e\\u2066', '👩‍💻']);
});

test('measures several documents, also values that are longer than one step', async () => {
  const long = `"${'y'.repeat(3_000_000)}"`;
  const parts = await findParts(outputOf(`{"a":1}\n[2]\n[${long}]\n[]`), 2, undefined, async () => true);
  expect(parts?.parts.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['Document 3', long.length + 2],
    ['Document 1', '{"a": 1}'.length],
    ['Document 2', 3],
    ['Document 4', 2],
  ]);
});

test('shortens a long key, and returns nothing for scalars, empty objects and discarded requests', async () => {
  const parts = await partsOf(JSON.stringify({ ['k'.repeat(500)]: 1 }));
  expect(parts?.parts[0]?.name).toBe(`${'k'.repeat(80)}…`);
  for (const text of ['12', '"{"', '{}']) for (const indent of [2, 'none'] as const) expect(await partsOf(text, indent)).toBeUndefined();
  expect(await findParts(outputOf(JSON.stringify(['z'.repeat(2_000_000), 1])), 2, 0, async () => false)).toBeUndefined();
});
