import { limits } from '@dev-connector/contract';
import { lastId } from '../db/db.ts';
import { Failure } from '../errors.ts';
import type { Tagged } from '../json.ts';

/** A page of a list that descends by id: the rows, and where the next page begins if there is one. */
interface Page<Row> {
  items: Row[];
  next?: string | undefined;
}

/** A page as it is sent. */
export interface JsonPage<Item> extends Tagged<Item[]> {
  next?: string | undefined;
}

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads one page by keyset: `read` gets the id to stay under and how many rows to ask for, which is one more than a page, to see whether another follows.
 * The cursor is opaque: the last id in base64url. (Write the count as `limit cast(… as integer)`: SQLite plans a statement anew whenever a bare parameter
 * of its `limit` is bound.)
 */
export async function readPage<Row extends { id: string }>(
  { limit = limits.pageDefault, cursor }: PageQuery,
  read: (before: string, count: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const rows = await read(cursor === undefined ? lastId : decode(cursor), limit + 1);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? encode(items.at(-1)?.id ?? '') : undefined };
}

const encode = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Sixteen bytes in base64url, as `encode` writes them: of the last character only two bits count. */
const cursorShape = /^[\w-]{21}[AQgw]$/;

function decode(cursor: string): string {
  if (!cursorShape.test(cursor)) throw new Failure('cursorInvalid');
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
