import { extname } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/db.ts';
import { databaseFile } from '../db/open.ts';
import { findPostgres } from '../db/postgres/search.ts';
import type { Hit, SearchQuery } from '../db/search.ts';
import { startProcess } from '../rendering/process.ts';
import { openQueue, type RenderLimits } from '../rendering/queue.ts';
import type { Settings } from '../settings.ts';
import { searchQueue } from './search-queue.ts';

export interface Search {
  /** Returns the hits of a query in order. Throws `unavailable` if too many searches wait, in total or of this client, if it takes too long, or if `signal` aborts while it waits, or while PostgreSQL searches. */
  find(query: SearchQuery, client: string, signal?: AbortSignal): Promise<Hit[]>;
  close(): Promise<void>;
}

/** A search for the process. `number` distinguishes equal searches: each must see the writes before it. */
export interface SearchJob {
  file: string;
  query: SearchQuery;
  number: number;
}

const defaultLimits: RenderLimits = { queue: 200, queueOfClient: 4, wait: 15_000, render: { cpu: 1_000, wall: 10_000 } };

/** Maximum number of searches that run. On PostgreSQL, more would only delay each other and other statements. */
const maxRunning = { sqlite: 1, postgres: 2 };

/** Opens the search. On SQLite a process searches: a long search on the event loop would block all requests, and one in a thread cannot be ended. */
export function openSearch(
  { dataDir }: Pick<Settings, 'dataDir'>,
  db: Db,
  limits = defaultLimits,
  running = maxRunning[db.engine],
): Search {
  const inTurn = searchQueue({ ...limits, running });
  if (db.engine === 'postgres')
    return { find: (query, client, signal) => inTurn(client, signal, () => findPostgres(db.search(signal), query)), close: async () => {} };
  const worker = openQueue<SearchJob>(
    {
      start: () => startProcess(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)), // .js in the package
      keyOf: ({ number }) => String(number),
      attempts: (job) => [job],
    },
    new LRUCache({ maxSize: 1, sizeCalculation: () => 2 }), // caches nothing
    { ...limits, queue: Number.POSITIVE_INFINITY, queueOfClient: Number.POSITIVE_INFINITY }, // searches have waited already
  );
  const file = databaseFile(dataDir);
  let number = 0;
  return {
    find: (query, client, signal) =>
      inTurn(client, signal, async () =>
        JSON.parse(Buffer.from(await worker.render({ file, query, number: ++number }, client)).toString()),
      ),
    close: () => worker.close(),
  };
}
