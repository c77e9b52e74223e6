import { clockTolerance, maxEventId } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { CommitOrder } from '../../platform/db/commit-order.ts';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { postgresCommitOrder } from '../../platform/db/postgres/commit-order.ts';
import { sql } from '../../platform/db/sql.ts';
import { sqliteCommitOrder } from '../../platform/db/sqlite/commit-order.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Entry } from './entry.ts';

const minute = 60_000; // ms

/** Milliseconds after which rows are deleted, and the maximum age of a position. A transaction may be in progress for the difference. */
const [ttl, maxAge] = [60 * minute, 50 * minute];

/** Entries of several transactions, and the position after them. Without entries if they are unknown, too many or deleted: clients must reload. */
export interface Batch {
  entries: Entry[] | undefined;
  position: string;
}

export const writeEntries = async (tx: Transaction, entries: Entry[]): Promise<void> =>
  void (await tx.run`insert into live_events (entries, created_at) values (${JSON.stringify(entries)}, ${Date.now()})`);

const table = sql`live_events`;

const commitOrders: Record<Db['engine'], CommitOrder> = { sqlite: sqliteCommitOrder, postgres: postgresCommitOrder };

/** Maximum rows of a batch. */
const maxRows = 1000;

/** Positions have the time at which they were current, which says whether the rows after them still exist. */
const toText = (position: string): string => `${Date.now().toString(36)}-${position}`;
const engineOf = (text: string): string => text.slice(text.indexOf('-') + 1);
const ageOf = (text: string): number => Date.now() - Number.parseInt(text, 36);

/** Returns the current position. */
export async function readPosition(db: Db): Promise<string> {
  const row = await db.get<{ position: string }>`select ${commitOrders[db.engine].current(table)} as position`;
  return toText(row?.position ?? '');
}

/** Returns the id of an event for a position: a shorter position before it if it is longer than the API accepts. */
export const idOf = (db: Pick<Db, 'engine'>, text: string): string =>
  text.length <= maxEventId ? text : `${text.slice(0, text.indexOf('-'))}-${commitOrders[db.engine].shorten(engineOf(text))}`;

/** Reads what was committed after a position of this process. */
export async function readAfter(db: Db, text: string): Promise<Batch> {
  if (ageOf(text) > maxAge) return { position: await readPosition(db), entries: undefined };
  const { rows, ...batch } = await readRows(db, engineOf(text));
  return rows > maxRows ? { ...batch, entries: undefined } : batch;
}

/** Reads what was committed after the position of a client. */
export async function replayAfter(db: Db, text: string): Promise<Batch> {
  const current = await readPosition(db);
  const isKnown =
    /^[0-9a-z]{1,10}-[\d:,]+$/.test(text) &&
    ageOf(text) >= -clockTolerance &&
    commitOrders[db.engine].isValid(engineOf(text), engineOf(current));
  return isKnown ? readAfter(db, text) : { position: current, entries: undefined };
}

/** Reads the oldest rows after a position, one more than a batch may have, and the current position, in one statement. */
async function readRows(db: Db, after: string): Promise<Batch & { rows: number }> {
  const { current, isAfter } = commitOrders[db.engine];
  const row = await db.get<{ position: string; entries: string | null; rows: number }>`
    select ${current(table)} as position, string_agg(entries, ',' order by seq) as entries, count(*) as rows
    from (select seq, entries from ${table} where ${isAfter(after)} order by seq limit cast(${maxRows + 1} as integer)) newer`;
  return {
    position: toText(row?.position ?? after),
    entries: (JSON.parse(`[${row?.entries ?? ''}]`) as Entry[][]).flat(),
    rows: Number(row?.rows ?? 0),
  };
}

/** Rows per statement. */
const batchSize = 1000;

/** Registers the job that deletes old rows. Only empties the newest one, because the positions of SQLite depend on its key. Reads at most one batch of newer rows. */
export function registerLivePurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('live.purge', 10 * minute, async (signal) => {
    const before = Date.now() - ttl;
    const purge = () => db.run`
      delete from live_events where seq in (
        select seq from (select seq, created_at from live_events where seq > 0 order by seq limit cast(${batchSize} as integer)) oldest
        where created_at < ${before} and seq < (select max(seq) from live_events))`;
    await repeat(purge, batchSize, signal);
    await db.run`
      update live_events set entries = '[]'
      where seq = (select max(seq) from live_events) and created_at < ${before} and entries <> '[]'`;
  });
}
