import { limits } from '@dev-connector/contract';
import { lastId } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { type Json, joinJson, type Tagged, tagged } from './json.ts';

/** A page of a list ordered by id. `next` is the cursor of the next page, if any. */
interface Page<Row> {
  items: Row[];
  next?: string | undefined;
}

/** A page as serialized JSON. */
export interface JsonPage<Item> extends Tagged<Item[]> {
  next?: string | undefined;
}

/** The first items of a list and the total number of items. */
export interface Counted<Item> {
  items: Item[];
  total: number;
}

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads one page by keyset pagination. `read` gets the last id of the previous page and the number of rows to read: one more than the page size, to detect
 * a next page. If rows have a `size` in bytes, the page ends at `limits.listBytes`. The cursor is opaque to clients: the last id in base64url.
 * (Write `limit cast(… as integer)` in SQL: SQLite prepares a statement again each time a bare `limit` parameter is bound.)
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

/** Joins as many items as fit into `limits.listBytes`. Checks the size again because escapes make JSON up to six times as long as its text. */
export function joinPage<Item>(items: Array<{ id: string; json: Json<Item> }>, next: string | undefined): JsonPage<Item> {
  const fits = byteBudget(limits.listBytes);
  const fitting = items.filter(({ json }) => fits(json.length + 1));
  return {
    ...tagged(joinJson<Item>(fitting.map(({ json }) => json))),
    next: fitting.length < items.length ? cursorAfter(fitting) : next,
  };
}

/** Returns a function to call with each item's size in turn: it returns true while the sum stays within `max`. The first item always fits. */
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

/** Returns the cursor of the page after these items. */
export const cursorAfter = (items: Array<{ id: string }>): string => encode(items.at(-1)?.id ?? '');

const encode = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Sixteen bytes in canonical base64url: the last character carries only two bits. */
const cursorShape = /^[\w-]{21}[AQgw]$/;

function decode(cursor: string): string {
  if (!cursorShape.test(cursor)) throw new Failure('cursorInvalid');
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
