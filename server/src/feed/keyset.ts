import { limits } from '@dev-connector/contract';
import { firstId, lastId } from '../db/db.ts';
import { Failure } from '../errors.ts';

/**
 * The position of an item in a list: its sort key, and its id for items with equal keys. A list ordered by id alone has no key: ids increase with time, even
 * after the clock has gone back.
 */
export interface Position {
  key?: number | undefined;
  id: string;
}

/** A page of a list. `next` is the cursor of the next page, if any. */
export interface Page<Item> {
  items: Item[];
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

/** Where lists begin: ordered by id descending, by id ascending, and by key and id descending. */
export const newest: Position = { id: lastId };
export const oldest: Position = { id: firstId };
export const highest: Position = { key: Number.MAX_SAFE_INTEGER, id: lastId };

/**
 * Reads one page by keyset pagination. `read` gets the position of the last item of the previous page and the number of rows to read: one more than the page
 * size, to detect a next page. If rows have a `size` in bytes, the page ends at `limits.listBytes`.
 *
 * Compare positions in SQL with `id < ${after.id}`, or `(score, id) < (cast(${after.key} as bigint), ${after.id})`. Write `limit cast(… as integer)`: SQLite
 * prepares a statement again each time a bare `limit` parameter is bound. If only the id bounds the rows, as in `latest`, add a constant inner limit.
 */
export async function readPage<Row extends Position & { size?: number }>(
  { limit = limits.pageDefault, cursor }: PageQuery,
  start: Position,
  read: (after: Position, count: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const rows = await read(cursor === undefined ? start : decode(cursor, start), limit + 1);
  const fits = byteBudget(limits.listBytes);
  const items = rows.slice(0, limit).filter(({ size = 0 }) => fits(size));
  return { items, next: items.length < rows.length ? cursorAfter(items.at(-1)) : undefined };
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

/** Returns the cursor of the page after this item, which is opaque to clients: the key, if the list has one, and the id in base64url. */
export function cursorAfter(position: Position | undefined): string | undefined {
  if (!position) return undefined;
  const id = Buffer.from(position.id.replaceAll('-', ''), 'hex').toString('base64url');
  return position.key === undefined ? id : `${position.key}.${id}`;
}

/** A safe integer in canonical form, and sixteen bytes in canonical base64url: the last character carries only two bits. */
const cursorPattern = /^(?:(?<key>0|-?[1-9]\d{0,14})\.)?(?<id>[\w-]{21}[AQgw])$/;

/** Throws `cursorInvalid` also for the cursor of a list with another kind of position than `start`. */
function decode(cursor: string, start: Position): Position {
  const { key, id } = cursorPattern.exec(cursor)?.groups ?? {};
  if (id === undefined || (key === undefined) !== (start.key === undefined)) throw new Failure('cursorInvalid');
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { key: key === undefined ? key : Number(key), id: uuid };
}
