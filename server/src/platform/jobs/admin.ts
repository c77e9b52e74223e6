import { type Db, firstId, type Reader } from '../db/db.ts';
import { eachRow } from '../db/each-row.ts';

/* Lists, retries, discards and counts jobs for the admin. */

export interface JobEntry {
  id: string;
  kind: string;
  state: 'waiting' | 'running' | 'parked';
  payload: string;
  attempts: number;
  /** Milliseconds since 1970: when the job runs, when its lease ends, or when it was parked. */
  at: number;
  lastError: string | null;
}

const pageSize = 500;

/** Yields all jobs, the oldest first, and reads them in pages. */
export const eachJob = (db: Reader): AsyncGenerator<JobEntry> =>
  eachRow<JobEntry>(
    pageSize,
    (last) => db.all`
      select id, kind, payload, attempts, last_error as "lastError", coalesce(failed_at, run_at) as at,
        case when failed_at is not null then 'parked' when lease is not null then 'running' else 'waiting' end as state
      from jobs where id > ${last?.id ?? firstId} order by id limit ${pageSize}`,
  );

/** Makes a job due now, with all attempts left. Returns false if no job has this id or it is running. */
export async function retryJob(db: Db, id: string, now = Date.now()): Promise<boolean> {
  const changed = await db.run`
    update jobs set run_at = ${now}, attempts = 0, failed_at = null, lease = null where id = ${id} and (lease is null or run_at <= ${now})`;
  return changed > 0;
}

/** Deletes a job. Returns false if no job has this id or it is running. */
export async function discardJob(db: Db, id: string): Promise<boolean> {
  return (await db.run`delete from jobs where id = ${id} and (lease is null or run_at <= ${Date.now()})`) > 0;
}

export interface QueueState {
  /** Jobs that are due. */
  due: number;
  /** Jobs that wait for their time, and running ones. */
  scheduled: number;
  parked: number;
  /** Jobs whose lease has expired: their process has ended or does not answer. */
  expired: number;
  /** Milliseconds since the job that waits longest became due; 0 if none is due. */
  delay: number;
}

export async function readQueueState(db: Reader, now = Date.now()): Promise<QueueState> {
  const row = await db.get<Omit<QueueState, 'delay'> & { oldest: number }>`
    select coalesce(sum(case when failed_at is null and run_at <= ${now} then 1 else 0 end), 0) as due,
      coalesce(sum(case when failed_at is null and run_at > ${now} then 1 else 0 end), 0) as scheduled,
      coalesce(sum(case when failed_at is not null then 1 else 0 end), 0) as parked,
      coalesce(sum(case when lease is not null and run_at <= ${now} then 1 else 0 end), 0) as expired,
      coalesce(min(case when failed_at is null then run_at end), ${now}) as oldest
    from jobs`;
  const { oldest = now, ...counts } = row ?? { due: 0, scheduled: 0, parked: 0, expired: 0 };
  return { ...counts, delay: Math.max(0, now - oldest) };
}
