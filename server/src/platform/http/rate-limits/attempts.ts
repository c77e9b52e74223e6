import { clockTolerance, type Rate, type Rates, rates } from '@dev-connector/contract';
import type { Db, Transaction, TransactionOptions } from '../../db/db.ts';
import { sql } from '../../db/sql.ts';
import { RateLimited } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { repeat } from '../../jobs/repeat.ts';

/** An attempt to count under `key`, limited by `rate`. */
export interface Claim {
  key: string;
  rate: Rate;
}

export interface Refusal {
  /** Key of the claim whose limit is reached. */
  key: string;
  /** When the next attempt is allowed, in milliseconds since the Unix epoch. */
  until: number;
}

/** Formats a timestamp in milliseconds as text that sorts like the number (until the year 2286). */
const toDigits = (moment: number) => String(moment).padStart(digits, '0');
const digits = 13;

/** Thrown to roll back the transaction when an attempt is refused. */
const undo = new Error('undone');

/**
 * Counts one attempt under the key of every claim, or under none if one of the limits is reached. Returns the refusal, or undefined if it
 * was counted.
 *
 * Sliding window log: a row stores the timestamps of the last attempts, at most `times`, and drops the oldest once it is older than `seconds`. The limit is
 * therefore exact across processes. One statement checks and counts, so no attempt can slip in between. A row whose last timestamp is in the future comes
 * from a clock that was ahead, and is reset.
 */
export async function consumeAttempts(db: Db, claims: Claim[], now: number, options?: TransactionOptions): Promise<Refusal | undefined> {
  let refusal: Refusal | undefined;
  try {
    await db.transaction(async (tx) => {
      refusal = undefined;
      for (const claim of claims) {
        if (await consumeAttempt(tx, claim, now)) continue;
        refusal = { key: claim.key, until: await nextFree(tx, claim, now) };
        throw undo;
      }
    }, options);
  } catch (error) {
    if (error !== undo) throw error;
  }
  return refusal;
}

/** Counts one attempt in a transaction that it belongs to, so that it counts only if the transaction commits. Throws `RateLimited` if the limit is reached. */
export async function consumeWithin(tx: Transaction, claim: Claim, now = Date.now()): Promise<void> {
  if (!(await consumeAttempt(tx, claim, now))) throw new RateLimited((await nextFree(tx, claim, now)) - now);
}

async function consumeAttempt(tx: Transaction, { key, rate }: Claim, now: number): Promise<boolean> {
  const full = rate.times * digits;
  const until = now + rate.seconds * 1000;
  const latest = toDigits(now + clockTolerance);
  const counted = await tx.run`
    insert into rate_limit_attempts (key, times, until) values (${key}, ${toDigits(now)}, ${until})
    on conflict (key) do update set
      times = case
        when substr(rate_limit_attempts.times, length(rate_limit_attempts.times) - ${digits - 1}) > ${latest} then ''
        else substr(rate_limit_attempts.times, case when length(rate_limit_attempts.times) < ${full} then 1 else ${digits + 1} end)
      end || excluded.times,
      until = excluded.until
    where length(rate_limit_attempts.times) < ${full} or substr(rate_limit_attempts.times, 1, ${digits}) <= ${toDigits(now - rate.seconds * 1000)}
      or substr(rate_limit_attempts.times, length(rate_limit_attempts.times) - ${digits - 1}) > ${latest}`;
  return counted > 0;
}

async function nextFree(tx: Transaction, { key, rate }: Claim, now: number): Promise<number> {
  const row = await tx.get<{ oldest: string }>`select substr(times, 1, ${digits}) as oldest from rate_limit_attempts where key = ${key}`;
  return Math.min(Number(row?.oldest), now) + rate.seconds * 1000;
}

/** Adds to the key's request count for the minute that ends at `until`. Returns the total over all processes. */
export async function addRequests(db: Db, key: string, requests: number, until: number): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await tx.get<{ requests: number }>`
      insert into request_counts (key, requests, until) values (${key}, ${requests}, ${until})
      on conflict (key) do update set
        requests = case when request_counts.until = excluded.until then request_counts.requests else 0 end + excluded.requests,
        until = excluded.until
      returning requests`;
    return row?.requests ?? 0;
  });
}

/** Maximum number of attempts stored, far above normal use. Beyond it, as in a flood from many networks, the rows that expire first are deleted. */
const maxRows = 200_000;

/** Rows per statement of the purge, so that other writes run in between. */
const batch = 500;

/** The longest rate window in milliseconds. */
const maxWindow = Math.max(...Object.values(rates).flatMap((of: Rates) => Object.values(of).map(({ seconds }) => seconds * 1000)));

/** Interval between two purges, in milliseconds. */
const purgeInterval = 5 * 60_000;

/** Registers the job that deletes expired rows. */
export const purgeAttempts = (db: Db, jobs: Jobs): void =>
  jobs.every('rate-limits.purge', purgeInterval, async (signal) => {
    await deleteExpiredAttempts(db, signal);
    await deleteExcess(db, signal);
  });

/** Deletes expired rows in batches. */
async function deleteExpiredAttempts(db: Db, signal: AbortSignal): Promise<void> {
  for (const table of [sql`rate_limit_attempts`, sql`request_counts`]) {
    const deleteExpired = () => db.run`
      delete from ${table} where key in (select key from ${table} where until <= ${Date.now()} or until > ${latestExpiry()} limit ${batch})`;
    await repeat(deleteExpired, batch, signal);
  }
}

/** Deletes the rows beyond `maxRows` in batches. */
async function deleteExcess(db: Db, signal: AbortSignal): Promise<void> {
  let { excess } = (await db.get<{ excess: number }>`select count(*) - ${maxRows} as excess from rate_limit_attempts`) ?? { excess: 0 };
  const deleteNext = () => {
    const size = Math.min(batch, Math.max(0, excess));
    excess -= size;
    return db.run`delete from rate_limit_attempts where key in (select key from rate_limit_attempts order by until limit ${size})`;
  };
  await repeat(deleteNext, batch, signal);
}

/** A row that expires later than this comes from a clock that was ahead. */
const latestExpiry = () => Date.now() + maxWindow + clockTolerance;
