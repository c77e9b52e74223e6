import { limits } from '@dev-connector/contract';
import { firstId, lastId } from '../db/db.ts';
import { Failure } from '../errors.ts';

/**
 * The position of an item in a list: its sort key, and its id for items with equal keys. A list ordered by id alone has no key: ids increase with time, even
 * after the clock has gone back.
 */
export interface Position {
  key?: number | string | undefined;
  id: string;
  /** The id in the cursor, if the list is not ordered by `id`. */
  cursorId?: string | undefined;
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

/** Where lists begin: ordered by id descending, by id ascending, by key and id descending, and by a text and then id descending. */
export const newest: Position = { id: lastId };
export const oldest: Position = { id: firstId };
export const highest: Position = { key: Number.MAX_SAFE_INTEGER, id: lastId };
export const byText: Position = { key: '', id: lastId };

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
  const rows = await read(positionOf(cursor, start), limit + 1);
  const fits = byteBudget(limits.listBytes);
  const items = rows.slice(0, limit).filter(({ size = 0 }) => fits(size));
  return { items, next: items.length < rows.length ? cursorAfter(items.at(-1)) : undefined };
}

/** Rows per further statement of `readFiltered`, which posts/sources.ts repeats as a constant. */
const filteredStep = 200;

/**
 * Reads one page of a list without its hidden rows, which `read` returns too, so that each statement reads a fixed number of rows. The page is shorter if most of
 * the rows are hidden: it ends after `maxRows`.
 */
export async function readFiltered<Row extends Position & { hidden: number }>(
  { limit = limits.pageDefault, cursor }: PageQuery,
  start: Position,
  read: (after: Position, count: number) => Promise<Row[]>,
  maxRows = 1000,
): Promise<Page<Row>> {
  const items: Row[] = [];
  let after = positionOf(cursor, start);
  for (let [count, total] = [limit + 1, 0]; ; count = filteredStep) {
    const rows = await read(after, count);
    items.push(...rows.filter(({ hidden }) => !hidden));
    if (items.length > limit) return { items: items.slice(0, limit), next: cursorAfter(items[limit - 1]) };
    if (rows.length < count) return { items };
    after = rows.at(-1) as Row;
    total += rows.length;
    if (total >= maxRows) return { items, next: cursorAfter(after) };
  }
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
  const id = Buffer.from((position.cursorId ?? position.id).replaceAll('-', ''), 'hex').toString('base64url');
  const { key } = position;
  if (key === undefined) return id;
  return typeof key === 'number' ? `${key}.${id}` : `${Buffer.from(key).toString('base64url')}~${id}`;
}

/** A safe integer in canonical form or a text in base64url, if any, and sixteen bytes in canonical base64url: the last character carries only two bits. */
const cursorPattern = /^(?:(?<number>0|-?[1-9]\d{0,14})\.|(?<text>[\w-]*)~)?(?<id>[\w-]{21}[AQgw])$/;

/** The position where a page begins. Throws `cursorInvalid`. */
export const positionOf = (cursor: string | undefined, start: Position): Position => (cursor === undefined ? start : decode(cursor, start));

/** Throws `cursorInvalid` also for the cursor of a list with another kind of position than `start`. */
function decode(cursor: string, start: Position): Position {
  const { number, text, id } = cursorPattern.exec(cursor)?.groups ?? {};
  const key = text === undefined ? (number === undefined ? undefined : Number(number)) : Buffer.from(text, 'base64url').toString();
  // No stored text has NUL, which PostgreSQL refuses as a parameter.
  const isText = typeof key !== 'string' || (Buffer.from(key).toString('base64url') === text && !key.includes('\0'));
  if (id === undefined || typeof key !== typeof start.key || !isText) throw new Failure('cursorInvalid');
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { key, id: uuid };
}
