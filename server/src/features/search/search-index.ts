import { extname } from 'node:path';
import { perContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { databaseFile } from '../../platform/db/open.ts';
import { findPostgres } from '../../platform/db/postgres/search.ts';
import type { Hit, SearchQuery } from '../../platform/db/search.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Client, WorkQueue } from '../../platform/work-queue/work-queue.ts';
import { startProcess } from '../../platform/workers/process.ts';
import type { TaskTime } from '../../platform/workers/task-worker.ts';
import { openWorkerPool } from '../../platform/workers/worker-pool.ts';

export interface Search {
  /** Returns the hits of a query in order. Throws `unavailable` if the queue refuses it, if it takes too long, or if `signal` aborts while it waits, or while PostgreSQL searches. */
  find(query: SearchQuery, client: Client, signal?: AbortSignal): Promise<Hit[]>;
  close(): Promise<void>;
}

/** A search for the process. */
export interface SearchTask {
  file: string;
  query: SearchQuery;
}

/** Estimated milliseconds of a search. The queue corrects it afterwards, because only the index knows. */
const searchCost = 5;
const maxTime: TaskTime = { cpu: 1_000, wall: 10_000 };

export const searchOf = perContext(({ settings, db, queues }) => openSearch(settings, db, queues.searches));

/** Opens the search. On SQLite a process searches: a long search on the event loop would block all requests, and one in a thread cannot be ended. */
export function openSearch({ dataDir }: Pick<Settings, 'dataDir'>, db: Db, queue: WorkQueue, time = maxTime): Search {
  if (db.engine === 'postgres')
    return {
      find: (query, client, signal) => queue.run({ client, cost: searchCost, signal }, () => findPostgres(db.search(signal), query)),
      close: async () => {},
    };
  const workers = openWorkerPool<SearchTask>(
    {
      start: () => startProcess(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)), // .js in the package
      costOf: () => searchCost,
      repeats: true,
      time,
    },
    queue,
  );
  const file = databaseFile(dataDir);
  return {
    find: async (query, client, signal) => JSON.parse(Buffer.from(await workers.run({ file, query }, client, signal)).toString()),
    close: () => workers.close(),
  };
}
