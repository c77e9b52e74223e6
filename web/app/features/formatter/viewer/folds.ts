import type { Row } from '../messages';

/*
 * Folded objects and arrays: opening row to closing row. Only the opening row is shown. `index` counts the shown rows, `row` all rows.
 */
export type Folds = ReadonlyMap<number, Row>;

/** Returns the folds that are not inside others, in order. */
export function outermost(folds: Folds): Array<[row: number, end: number]> {
  const outer: Array<[number, number]> = [];
  for (const [row, closing] of [...folds].sort(([a], [b]) => a - b)) {
    if (row > (outer.at(-1)?.[1] ?? -1)) outer.push([row, closing.row]);
  }
  return outer;
}

export function hiddenRows(outer: Array<[number, number]>): number {
  return outer.reduce((sum, [row, end]) => sum + end - row, 0);
}

export function rowAt(index: number, outer: Array<[number, number]>): number {
  let row = index;
  for (const [from, end] of outer) {
    if (from >= row) break;
    row += end - from;
  }
  return row;
}

/** Returns the index of a row, or that of its fold if it is hidden. */
export function indexOf(row: number, outer: Array<[number, number]>): number {
  let hidden = 0;
  for (const [from, end] of outer) {
    if (from >= row) break;
    if (row <= end) return from - hidden;
    hidden += end - from;
  }
  return row - hidden;
}
