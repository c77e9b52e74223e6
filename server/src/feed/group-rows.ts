import type { Counted } from './keyset.ts';

/** Rows as lists of items by key, in the order of the rows. */
export function groupRows<Row, Item>(rows: Row[], keyOf: (row: Row) => string, toItem: (row: Row) => Item): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(toItem(row));
    else groups.set(keyOf(row), [toItem(row)]);
  }
  return groups;
}

/** A range of ids, both ends included. */
export interface Range {
  newest: string;
  oldest: string;
}

/** Lists by post, each with the length of the whole list, which every one of its rows carries. */
export function groupCounted<Row extends { post_id: string; total: number }, Item>(
  rows: Row[],
  toItem: (row: Row) => Item,
): Map<string, Counted<Item>> {
  const groups = new Map<string, Counted<Item>>();
  for (const row of rows) {
    const group = groups.get(row.post_id);
    if (group) group.items.push(toItem(row));
    else groups.set(row.post_id, { items: [toItem(row)], total: row.total });
  }
  return groups;
}
