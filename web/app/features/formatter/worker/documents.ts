import type { Row } from '../messages';

/** Adds the number of the document to rows with which one of several documents begins. `starts` are the sorted offsets of the documents. */
export function numberDocuments(rows: Row[], starts: readonly number[]): Row[] {
  const [first] = rows;
  if (starts.length < 2 || !first) return rows;
  let index = firstNotBelow(starts, first.offset);
  for (const row of rows) {
    while ((starts[index] ?? Infinity) < row.offset) index++;
    if (starts[index] === row.offset && !row.continued) row.document = index + 1;
  }
  return rows;
}

/** Returns the number of the document at an offset, or undefined if there is only one. */
export const documentAt = (starts: readonly number[], offset: number): number | undefined =>
  starts.length < 2 ? undefined : Math.max(1, firstNotBelow(starts, offset + 1));

/** Returns the first index whose number is at least `limit`. */
function firstNotBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
