import { clockTolerance } from '@dev-connector/contract';
import type { Db, Transaction } from '../db/db.ts';
import { type Sql, sql } from '../db/sql.ts';
import { newId } from '../id.ts';

/* The table `jobs`. Only the holder of its lease finishes, reschedules or fails a job. */

/** Milliseconds that a job may run. */
export const runTime = 20_000;

/** Milliseconds until another process may take over a leased job: its clock may be ahead, and the result takes time to write. */
const leaseTime = runTime + clockTolerance + 10_000;

/** How the jobs of a kind run. */
export interface KindOptions {
  /** A job is parked after this many failed attempts. */
  maxAttempts: number;
  /** Maximum time between two attempts, in milliseconds. */
  maxBackoff: number;
  /** Number of jobs of the kind that one process runs at the same time, in addition to others. Undefined: the kind shares slots with others. */
  ownSlots: number | undefined;
}

/** The retries take about 17 minutes. */
export const defaultOptions: KindOptions = {
  maxAttempts: 10,
  maxBackoff: 15 * 60_000,
  ownSlots: undefined,
};
const maxErrorLength = 500;

/** A leased job. */
export interface Job {
  id: string;
  kind: string;
  payload: string;
  attempts: number;
  enqueued: number;
  lease: string;
}

export interface NewJob {
  kind: string;
  payload: string;
  key: string | null;
  order: string | null;
  runAt: number;
}

/**
 * Inserts a job, or replaces the payload of the job with the same kind and key. Revives a parked one, keeps the backoff of a failing one, and lets any other
 * run at the earlier of the two times.
 */
export async function insertJob(tx: Transaction, { kind, payload, key, order, runAt }: NewJob, now = Date.now()): Promise<void> {
  await tx.run`
    insert into jobs (id, kind, payload, key, ordering_key, run_at, created_at)
    values (${newId()}, ${kind}, ${payload}, ${key}, ${order}, ${runAt}, ${now})
    on conflict (kind, key) where key is not null do update set
      payload = excluded.payload,
      enqueued = jobs.enqueued + 1,
      run_at = case
        when jobs.failed_at is not null or (jobs.lease is null and jobs.attempts = 0 and excluded.run_at < jobs.run_at) then excluded.run_at
        else jobs.run_at
      end,
      attempts = case when jobs.failed_at is null then jobs.attempts else 0 end,
      failed_at = null`;
}

/** Inserts the job of a recurring kind, due immediately. Reschedules one that is too far in the future because the interval or a clock has changed. */
export async function insertRecurring(db: Db, kind: string, interval: number, now = Date.now()): Promise<void> {
  await db.run`
    insert into jobs (id, kind, payload, key, run_at, created_at) values (${newId()}, ${kind}, 'null', '', ${now}, ${now})
    on conflict (kind, key) where key is not null do update set
      run_at = case when jobs.lease is null and jobs.run_at > ${now + interval} then ${now + interval} else jobs.run_at end,
      failed_at = null`;
}

/** Ends leases that are longer than any lease, because they come from a clock that was ahead. */
export async function endImpossibleLeases(db: Db, now = Date.now()): Promise<void> {
  await db.run`update jobs set run_at = ${now} where lease is not null and run_at > ${now + leaseTime + clockTolerance}`;
}

/** When the next job of a kind is due. */
interface Due {
  kind: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Returns when the next job of each of these kinds is due, the earliest first, without kinds that have none. Reads one row per kind, however many are due. */
export async function readDue(db: Db, kinds: string[]): Promise<Due[]> {
  const rows = await db.all<{ kind: string; at: number | null }>`
    select list.value ->> 'kind' as kind,
      (select min(j.run_at) from jobs j where j.kind = list.value ->> 'kind' and j.failed_at is null) as at
    from json_array_elements(${JSON.stringify(kinds.map((kind) => ({ kind })))}::json) as list(value)`;
  return rows.filter((row): row is Due => row.at !== null).sort((a, b) => a.at - b.at);
}

/**
 * Leases up to `max` due jobs of a kind, the longest due first. Skips jobs that another process leases at the same time, and jobs that have to
 * wait for another one with the same ordering key: one that is leased, or an earlier one.
 */
export async function leaseJobs(db: Db, kind: string, max: number, now = Date.now()): Promise<Job[]> {
  const lease = newId();
  return db.transaction(async (tx) => {
    const jobs = await tx.skipLocked<Omit<Job, 'lease'>>`
      select id, kind, payload, attempts + 1 as attempts, enqueued from jobs j
      where kind = ${kind} and failed_at is null and run_at <= ${now} and not exists (
        select 1 from jobs other
        where other.ordering_key = j.ordering_key and other.failed_at is null and other.id <> j.id
          and (other.lease is not null or (other.id < j.id and j.lease is null))
      )
      order by run_at limit cast(${max} as integer)`;
    const ids = jobs.map(({ id }) => id);
    if (ids.length > 0)
      await tx.run`update jobs set lease = ${lease}, run_at = ${now + leaseTime}, attempts = attempts + 1 where id = any(${ids})`;
    return jobs.map((job) => ({ ...job, lease }));
  });
}

/** Deletes a finished job. If it was enqueued again in the meantime, it runs again. */
export async function finishJob(db: Db, job: Job): Promise<void> {
  const deleted = await db.run`delete from jobs where id = ${job.id} and lease = ${job.lease} and enqueued = ${job.enqueued}`;
  if (deleted === 0) await rescheduleJob(db, job, Date.now());
}

/** Ends the lease of a job that succeeded and runs again at `runAt`, or now if it was enqueued again in the meantime. */
export async function rescheduleJob(db: Db, { id, lease, enqueued }: Job, runAt: number): Promise<void> {
  await db.run`
    update jobs set lease = null, attempts = 0, last_error = null, run_at = ${runAtUnlessEnqueued(enqueued, runAt)}
    where id = ${id} and lease = ${lease}`;
}

/** Ends the lease of a job that did not run to its end. This counts as no attempt. The job runs at `runAt`, or now if it was enqueued again in the meantime. */
export async function releaseJob(db: Db, { id, lease, enqueued }: Job, runAt: number): Promise<void> {
  await db.run`
    update jobs set lease = null, attempts = attempts - 1, run_at = ${runAtUnlessEnqueued(enqueued, runAt)} where id = ${id} and lease = ${lease}`;
}

const runAtUnlessEnqueued = (enqueued: number, runAt: number): Sql =>
  sql`case when enqueued = ${enqueued} then cast(${runAt} as bigint) else cast(${Date.now()} as bigint) end`;

/** Ends the lease of a job that failed: it runs again after exponential backoff with jitter, or is parked. Returns whether it is parked. */
export async function failJob(
  db: Db,
  { id, lease, attempts }: Job,
  message: string,
  { maxAttempts, maxBackoff }: KindOptions,
): Promise<boolean> {
  const now = Date.now();
  const parked = attempts >= maxAttempts;
  const runAt = now + Math.min(maxBackoff, 1000 * 2 ** attempts) * (0.5 + Math.random() / 2);
  await db.run`
    update jobs set lease = null, run_at = ${Math.round(runAt)}, last_error = ${message.slice(0, maxErrorLength)}, failed_at = ${parked ? now : null}
    where id = ${id} and lease = ${lease}`;
  return parked;
}
