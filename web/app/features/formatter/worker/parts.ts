import type { Indent } from '@dev-connector/json';
import type { Part, Parts } from '../messages';
import { visible } from '../visible';
import { readKey } from './cursor';
import { KeySums } from './key-sums';
import { LargestValues } from './largest-values';
import type { Output } from './output';
import { Ranges } from './ranges';
import type { Value } from './scan';
import { scanValues } from './values';

/** Maximum characters of a name. */
const maxName = 80;

/**
 * Finds where the bytes of the object or array are that the line at `offset` opens, or of the documents of the output without `offset`: its largest values, or, if
 * none stands out, the keys of its values, or ranges of them. Stores only the largest.
 * @param proceed yields to other tasks and returns false if the response is no longer needed.
 */
export async function findParts(
  output: Output,
  indent: Indent,
  offset: number | undefined,
  proceed: () => Promise<boolean>,
): Promise<Parts | undefined> {
  const values = new LargestValues();
  const ranges = new Ranges();
  const add = (value: Value) => {
    values.add(value);
    ranges.add(value);
  };
  const level = await scanValues(indent, { output, offset, depth: 1, end: add, proceed });
  if (!level || values.count === 0) return undefined;

  const nameOf = (value: Value) => nameIn(output, level.bracket, value);
  const partOf = async (value: Value, part: Omit<Part, 'offset' | 'row'>): Promise<Part> => {
    return { ...part, offset: value.offset, row: await output.rowOfOffset(value.offset) };
  };
  const of = values.count;
  if (values.standOut(level.bracket === 0x7b)) {
    const parts = values.largest.map(async (value) =>
      partOf(value, { name: await nameOf(value), bytes: value.bytes, count: 1, opens: value.opens }),
    );
    return { by: 'value', of, bytes: values.bytes, others: values.count - parts.length, parts: await Promise.all(parts) };
  }

  const keys = new KeySums();
  if (!(await scanValues(indent, { output, offset, depth: 2, ...keys, proceed }))) return undefined;
  if (keys.areAlike(values.count, values.bytes)) {
    const parts = keys.largest.map(async ({ key, bytes, count, largest }) =>
      partOf(largest as Value, { name: typeof key === 'number' ? `[${key}]` : nameOfKey(key), bytes, count, opens: false }),
    );
    return { by: 'key', of, bytes: keys.bytes, others: keys.distinct - parts.length, parts: await Promise.all(parts) };
  }
  const parts = ranges.distinct().map(async ({ first, last, count, bytes }) => {
    const name = count === 1 ? await nameOf(first) : `${await nameOf(first)} … ${await nameOf(last)}`;
    return partOf(first, { name, bytes, count, opens: false });
  });
  return { by: 'range', of, bytes: values.bytes, others: 0, parts: await Promise.all(parts) };
}

/** Names a value by its key, index, or number of the document. */
async function nameIn(output: Output, bracket: number | undefined, { index, offset }: Value): Promise<string> {
  if (bracket === 0x7b) return nameOfKey((await readKey(output, offset)).slice(1, -1));
  return bracket ? `[${index}]` : `Document ${index + 1}`;
}

function nameOfKey(key: string): string {
  const name = key.length > maxName ? `${key.slice(0, maxName)}…`.toWellFormed() : key;
  return visible(name) || '""';
}
