import { extname } from 'node:path';
import { perContext } from '../context.ts';
import type { Db, Reader } from '../db/db.ts';
import { databaseFile } from '../db/open.ts';
import { flatten, type Value } from '../db/sql.ts';
import type { Settings } from '../settings.ts';
import type { Client, WorkQueue } from '../work-queue/work-queue.ts';
import { startProcess } from '../workers/process.ts';
import type { TaskTime } from '../workers/task-worker.ts';
import { openWorkerPool } from '../workers/worker-pool.ts';

export interface Searches {
  /**
   * Returns a reader for statements that may take long. They throw `unavailable` if the queue refuses them, if they take too long, or if `signal` aborts while they
   * wait, or while PostgreSQL runs them.
   */
  of(client: Client, signal?: AbortSignal): Reader;
  close(): Promise<void>;
}

/** A statement for the process. */
export interface SearchTask {
  file: string;
  sql: string;
  values: Value[];
}

/** Estimated milliseconds of a search. The queue corrects it afterwards, because only the index knows. */
const searchCost = 5;
const maxTime: TaskTime = { cpu: 1_000, wall: 10_000 };

export const searchesOf = perContext(({ settings, db, queues }) => openSearches(settings, db, queues.searches));

/** Opens the searches. On SQLite a process runs them: a long one on the event loop would block all requests, and one in a thread cannot be ended. */
export function openSearches({ dataDir }: Pick<Settings, 'dataDir'>, db: Db, queue: WorkQueue, time = maxTime): Searches {
  if (db.engine === 'postgres')
    return {
      of(client, signal) {
        const reader = db.search(signal);
        return toReader((sql, ...values) => queue.run({ client, cost: searchCost, signal }, () => reader.all(sql, ...values)));
      },
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
    of: (client, signal) =>
      toReader(async (template, ...sent) => {
        const { sql, values } = flatten(template, sent);
        return JSON.parse(Buffer.from(await workers.run({ file, sql: sql.join('?'), values }, client, signal)).toString());
      }),
    close: () => workers.close(),
  };
}

const toReader = (all: Reader['all']): Reader => ({
  all,
  get: async <Row>(sql: TemplateStringsArray, ...values: Value[]) => (await all<Row>(sql, ...values))[0],
});
