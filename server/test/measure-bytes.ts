import { buildApp } from '../src/app.ts';
import type { Db, Reader } from '../src/platform/db/db.ts';
import { onCleanup } from './cleanup.ts';
import { type Client, clientOf, type TestResponse } from './client.ts';
import { type Site, withoutLoadShedding } from './site.ts';

interface Measured {
  response: TestResponse;
  /** UTF-8 bytes of the body. */
  sent: number;
  /** UTF-8 bytes of all text values that the database returned for the request. */
  read: number;
  /** The same of the largest result that was not read through `db.large`. */
  largest: number;
}

/** Builds a second app on the site's database, with empty caches, that measures how much a request reads. Supports one request at a time. */
export async function measureBytes(
  site: Site,
): Promise<(token: string | undefined, ask: (client: Client) => Promise<TestResponse>) => Promise<Measured>> {
  let [read, largest] = [0, 0];
  const sizeOf = (row: unknown): number =>
    Object.values(row ?? {}).reduce((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0);
  const countReads = (reader: Reader, isLarge = false): Reader => ({
    async all<Row>(sql: TemplateStringsArray, ...values: never[]) {
      const rows = await reader.all<Row>(sql, ...values);
      const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
      read += bytes;
      if (!isLarge) largest = Math.max(largest, bytes);
      return rows;
    },
    async get<Row>(sql: TemplateStringsArray, ...values: never[]) {
      const row = await reader.get<Row>(sql, ...values);
      read += sizeOf(row);
      return row;
    },
  });
  const db: Db = {
    ...site.db,
    ...countReads(site.db),
    large: countReads(site.db.large, true),
    transaction: (work) => site.db.transaction((tx) => work({ ...tx, ...countReads(tx) })),
  };
  const app = await buildApp({ settings: site.settings, db, worker: false, loadLimits: withoutLoadShedding });
  onCleanup(() => app.close());
  return async (token, ask) => {
    [read, largest] = [0, 0];
    const response = await ask(clientOf({ app }, token));
    return { response, sent: Buffer.byteLength(response.raw), read, largest };
  };
}

/** URL of the next page, if there is one. */
const nextOf = ({ headers }: TestResponse): string | undefined => /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];

/** Fetches all pages of a list by following the `Link` headers. */
export async function fetchAllPages(client: Client, url: string): Promise<TestResponse[]> {
  const pages: TestResponse[] = [];
  for (let next: string | undefined = url; next !== undefined; next = nextOf(pages.at(-1) as TestResponse)) {
    const page = await client.get(next);
    if (page.status !== 200 || pages.length > 1000) throw new Error(`${next}: ${page.status}`);
    pages.push(page);
  }
  return pages;
}
