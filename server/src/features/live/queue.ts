import { clockTolerance } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { commitOrders } from '../../platform/db/commit-orders.ts';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Entry } from './entry.ts';

const minute = 60_000; // ms

/** Milliseconds after which rows are deleted, and the maximum age of a position. Its rows are at most as long in progress as the difference. */
const [keptFor, maxAge] = [60 * minute, 50 * minute];

/** Entries of several transactions, and the position after them. */
export interface Batch {
  entries: Entry[];
  position: string;
}

export const writeEntries = async (tx: Transaction, entries: Entry[]): Promise<void> =>
  void (await tx.run`insert into live_events (entries, created_at) values (${JSON.stringify(entries)}, ${Date.now()})`);

const table = sql`live_events`;

/** Maximum rows of a replay. A client that has missed more reloads. */
const maxReplay = 1000;

/** Positions have the time at which they were current, which says whether the rows after them still exist. */
const toText = (position: string): string => `${Date.now().toString(36)}-${position}`;

/** Returns the current position. */
export async function readPosition(db: Db): Promise<string> {
  const row = await db.get<{ position: string }>`select ${commitOrders[db.engine].current(table)} as position`;
  return toText(row?.position ?? '');
}

/** Reads what was committed after a position of this process. */
export async function readAfter(db: Db, text: string): Promise<Batch> {
  const { position, entries } = await readRows(db, engineOf(text), Number.MAX_SAFE_INTEGER);
  return { position: toText(position), entries };
}

/** Reads what was committed after the position of a client. Without entries if that is unknown, or they are too many or deleted: the client must reload. */
export async function replayAfter(db: Db, text: string): Promise<Omit<Batch, 'entries'> & { entries: Entry[] | undefined }> {
  const order = commitOrders[db.engine];
  const current = await readPosition(db);
  const [, time = ''] = /^([0-9a-z]{1,10})-[\d:,]+$/.exec(text) ?? [];
  const age = Date.now() - Number.parseInt(time, 36);
  const isKnown = age <= maxAge && age >= -clockTolerance && order.isValid(engineOf(text), engineOf(current));
  if (!isKnown) return { position: current, entries: undefined };
  const { position, entries, rows } = await readRows(db, engineOf(text), maxReplay + 1);
  return { position: toText(position), entries: rows > maxReplay ? undefined : entries };
}

const engineOf = (text: string): string => text.slice(text.indexOf('-') + 1);

/** Reads the oldest `count` rows after a position, and the current position, in one statement. */
async function readRows(db: Db, after: string, count: number): Promise<Batch & { rows: number }> {
  const { current, isAfter } = commitOrders[db.engine];
  const row = await db.get<{ position: string; entries: string | null; rows: number }>`
    select ${current(table)} as position, string_agg(entries, ',' order by seq) as entries, count(*) as rows
    from (select seq, entries from ${table} where ${isAfter(after)} order by seq limit cast(${count} as bigint)) newer`;
  return {
    position: row?.position ?? after,
    entries: (JSON.parse(`[${row?.entries ?? ''}]`) as Entry[][]).flat(),
    rows: Number(row?.rows ?? 0),
  };
}

/** Rows per statement. */
const batchSize = 1000;

/** Registers the job that deletes old rows. Only empties the newest one, because the positions of SQLite depend on its key. */
export function registerLivePurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('live.purge', 10 * minute, async (signal) => {
    const before = Date.now() - keptFor;
    const purge = () => db.run`
      delete from live_events where seq in (
        select seq from live_events where seq < (select max(seq) from live_events) and created_at < ${before} order by seq limit cast(${batchSize} as integer))`;
    await repeat(purge, batchSize, signal);
    await db.run`update live_events set entries = '[]' where created_at < ${before} and entries <> '[]'`;
  });
}
