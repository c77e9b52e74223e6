/** Groups rows by key and converts each to an item, in the order of the rows. */
export function groupRows<Row, Item>(rows: Row[], keyOf: (row: Row) => string, toItem: (row: Row) => Item): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(toItem(row));
    else groups.set(keyOf(row), [toItem(row)]);
  }
  return groups;
}
