import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { firstId, type Transaction } from '../../platform/db/db.ts';
import type { DocumentKind } from '../../platform/db/search.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { normaliserVersion } from '../../platform/text/normalise.ts';
import { indexComment, indexPerson, indexPost } from './index-rows.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Indexes rows for the search. */
    'search.index': { kind: DocumentKind };
  }
}

/** Rows per transaction, and transactions per run of the job, so that a run ends long before its time limit. */
const [batch, maxBatches] = [20, 50];
/** Terms of SQLite in characters, and of PostgreSQL in number, after which a batch ends: replacing those of a long text takes up to 150 ms. */
const maxTerms = 20_000;

const interval = 60 * 60 * 1000; // ms

interface Source {
  table: Sql;
  /** Locks the rows that writers lock, because an edit between reading a text and writing its terms would be undone in the index. */
  lock(tx: Transaction, ids: string[]): Promise<unknown>;
  index(tx: Transaction, id: string): Promise<void>;
}

const sources: Record<DocumentKind, Source> = {
  post: {
    table: sql`posts`,
    lock: (tx, ids) => tx.lock`select id from posts where id = any(${ids}) order by id`,
    index: indexPost,
  },
  comment: {
    table: sql`comments`,
    lock: (tx, ids) => tx.lock`
      select id from posts where id in (select post_id from comments where id = any(${ids})) order by id`,
    index: indexComment,
  },
  person: {
    table: sql`users`,
    lock: async (tx, ids) => {
      await tx.lock`select id from users where id = any(${ids}) order by id`;
      await tx.lock`select id from profiles where user_id = any(${ids}) order by id`;
    },
    index: indexPerson,
  },
};

/** Indexes the next rows of a kind that have no terms of this version. Returns whether rows are left. */
async function indexBatch(tx: Transaction, kind: DocumentKind): Promise<boolean> {
  const progress = await tx.lock<{ version: number; after_id: string }>`select version, after_id from search_progress where kind = ${kind}`;
  const after = progress?.version === normaliserVersion ? progress.after_id : firstId;
  const { table, lock, index } = sources[kind];
  const rows = await tx.all<{ id: string; version: number | null }>`
    select t.id, d.version from ${table} t left join search_documents d on d.id = t.id
    where t.id > ${after} order by t.id limit cast(${batch} as integer)`;
  const outdated = rows.flatMap(({ id, version }) => (version === normaliserVersion ? [] : [id]));
  if (outdated.length > 0) await lock(tx, outdated);
  let [size, last]: [number, string | undefined] = [0, undefined];
  for (const { id } of rows) {
    if (size >= maxTerms) break;
    last = id;
    if (!outdated.includes(id)) continue;
    await index(tx, id);
    size += (await tx.get<{ size: number }>`select length(words) as size from search_documents where id = ${id}`)?.size ?? 0;
  }
  if (last !== undefined)
    await tx.run`
      insert into search_progress (kind, version, after_id) values (${kind}, ${normaliserVersion}, ${last})
      on conflict (kind) do update set version = excluded.version, after_id = excluded.after_id`;
  return rows.length === batch || last !== rows.at(-1)?.id;
}

/** Registers the job that indexes members, posts and comments from before the search existed, or all of them again after a change of the terms. */
export function registerIndexing({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.handle('search.index', async ({ kind }, signal) => {
    for (let batches = 0; batches < maxBatches && !signal.aborted; batches++) {
      if (!(await db.transaction((tx) => indexBatch(tx, kind)))) return undefined;
      await setImmediate();
    }
    return Date.now();
  });
  jobs.every('search.check', interval, () =>
    db.transaction(async (tx) => {
      for (const kind of ['person', 'post', 'comment'] as const)
        await jobs.enqueue(tx, { kind: 'search.index', payload: { kind }, key: kind, order: 'search' });
    }),
  );
}
