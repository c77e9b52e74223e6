/*
 * Objects and arrays that are folded: of the rows from the opening one to the closing one only the first is shown. What is shown is counted by
 * `index`; `row` counts the whole output.
 */
export type Folds = ReadonlyMap<number, number>;

/** Folds that are not within others, in order: opening row, closing row. */
export function outermost(folds: Folds): Array<[row: number, end: number]> {
  const outer: Array<[number, number]> = [];
  for (const fold of [...folds].sort(([a], [b]) => a - b)) {
    if (fold[0] > (outer.at(-1)?.[1] ?? -1)) outer.push(fold);
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

/** The index of a row; of a hidden one, that of the row it is folded into. */
export function indexOf(row: number, outer: Array<[number, number]>): number {
  let hidden = 0;
  for (const [from, end] of outer) {
    if (from >= row) break;
    if (row <= end) return from - hidden;
    hidden += end - from;
  }
  return row - hidden;
}
