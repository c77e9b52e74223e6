/**
 * Yields the rows of a list, which `read` returns in pages of at most `size` rows. It gets the last row of the previous page.
 */
export async function* eachRow<Row>(size: number, read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
