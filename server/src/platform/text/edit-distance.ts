/** Returns the number of letters to insert, delete, replace or swap with the next one that turns one short text into another. */
export function editDistance(from: string, to: string): number {
  const [a, b] = [Array.from(from), Array.from(to)];
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const replaced = at(previous, column) + (letter === other ? 0 : 1);
      const isSwapped = letter === b[column - 1] && a[row - 1] === other;
      const swapped = isSwapped ? at(beforePrevious, column - 1) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(at(previous, column + 1) + 1, at(current, column) + 1, replaced, swapped));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, b.length);
}

const at = (row: number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
