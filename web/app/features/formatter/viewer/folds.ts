import { useMemo, useState } from 'react';
import type { SendRequest } from '../engine';
import type { Row } from '../messages';

/*
 * Folded objects and arrays: opening row to closing row. Only the opening row is shown. `index` counts the shown rows, `row` all rows.
 */
type Folds = ReadonlyMap<number, Row>;

/** Returns the folds that are not inside others, in order. */
function outermost(folds: Folds): Array<[row: number, end: number]> {
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

const opens = /[{[]$/;

/** Folds and unfolds objects and arrays. `levelWidth`: bytes per level; undefined if nothing can be folded. */
export function useFolds(request: SendRequest, levelWidth: number | undefined) {
  const [folds, setFolds] = useState<Folds>(new Map());
  const outer = useMemo(() => outermost(folds), [folds]);

  async function toggleFold(row: Row) {
    if (folds.has(row.row)) setFolds(new Map([...folds].filter(([from]) => from !== row.row)));
    else {
      const closing = await request({ type: 'foldEnd', row: row.row, indent: indentOf(row.text) });
      if (closing && closing.row > row.row) setFolds((folds) => new Map(folds).set(row.row, closing));
    }
  }

  return {
    folds,
    /** The folds that are not inside others. */
    outer,
    canFold: (row: Row): boolean => levelWidth !== undefined && !row.continued && opens.test(row.text),
    toggleFold,
    /** Opens the folds that hide a row. */
    unfold: (row: number) => setFolds((folds) => new Map([...folds].filter(([from, closing]) => !(row > from && row <= closing.row)))),
    /** Returns the level of a row in the tree, from 1. */
    levelOf: (row: Row | undefined): number => (row && levelWidth ? Math.floor(indentOf(row.text) / levelWidth) + 1 : 1),
  };
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
