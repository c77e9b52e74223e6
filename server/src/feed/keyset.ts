import { limits } from '@dev-connector/contract';
import { lastId } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { type Json, joinJson, type Tagged, tagged } from './json.ts';

/** A page of a list in the order of its ids: the rows, and the cursor of the next page if there is one. */
interface Page<Row> {
  items: Row[];
  next?: string | undefined;
}

/** A page as it is sent. */
export interface JsonPage<Item> extends Tagged<Item[]> {
  next?: string | undefined;
}

/** The start of a list, and the length of the whole list. */
export interface Counted<Item> {
  items: Item[];
  total: number;
}

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads one page by keyset. `read` gets the id that the page before ended with and how many rows to read: one more than a page, to see whether another
 * follows. Rows that say their `size` in bytes are cut at `limits.listBytes`, so that their texts need not be read first. The cursor is opaque: the last
 * id in base64url. (Write the count as `limit cast(… as integer)`: SQLite plans a statement anew whenever a bare parameter of its `limit` is bound.)
 */
export async function readPage<Row extends { id: string; size?: number }>(
  { limit = limits.pageDefault, cursor }: PageQuery,
  read: (end: string, count: number) => Promise<Row[]>,
  start = lastId,
): Promise<Page<Row>> {
  const rows = await read(cursor === undefined ? start : decode(cursor), limit + 1);
  const fits = byteBudget(limits.listBytes);
  const items = rows.slice(0, limit).filter(({ size = 0 }) => fits(size));
  return { items, next: items.length < rows.length ? cursorAfter(items) : undefined };
}

/** Joins a page's items, as many as fit into `limits.listBytes`. Escapes make JSON up to six times as long as its text. */
export function joinPage<Item>(items: Array<{ id: string; json: Json<Item> }>, next: string | undefined): JsonPage<Item> {
  const fits = byteBudget(limits.listBytes);
  const fitting = items.filter(({ json }) => fits(json.length + 1));
  return {
    ...tagged(joinJson<Item>(fitting.map(({ json }) => json))),
    next: fitting.length < items.length ? cursorAfter(fitting) : next,
  };
}

/** Says of one item after the other whether it still fits: the first one always does, and none does after one that did not. */
export function byteBudget(max: number): (bytes: number) => boolean {
  let used = 0;
  let isFirst = true;
  return (bytes) => {
    used += bytes;
    const fits = isFirst || used <= max;
    isFirst = false;
    return fits;
  };
}

/** The cursor of the page that follows these items. */
export const cursorAfter = (items: Array<{ id: string }>): string => encode(items.at(-1)?.id ?? '');

const encode = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Sixteen bytes in base64url, as `encode` writes them: of the last character only two bits count. */
const cursorShape = /^[\w-]{21}[AQgw]$/;

function decode(cursor: string): string {
  if (!cursorShape.test(cursor)) throw new Failure('cursorInvalid');
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
