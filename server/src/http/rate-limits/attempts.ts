import { clockTolerance, type Rate, type Rates, rates } from '@dev-connector/contract';
import type { Db, Transaction } from '../../db/db.ts';

/** A try that counts under `key`, of which `rate` allows so many. */
export interface Claim {
  key: string;
  rate: Rate;
}

export interface Refusal {
  key: string;
  /** When the next try may be made (milliseconds since 1970). */
  until: number;
}

/** A moment in milliseconds, as text that sorts like the number (until the year 2286). */
const toDigits = (moment: number) => String(moment).padStart(digits, '0');
const digits = 13;

/** Undoes a transaction whose outcome is known. */
const undo = new Error('undone');

/**
 * Counts one try under every claim's key, or, where one of them has had its fill, under none. A sliding log: a row holds the moments of its last tries, at most as
 * many as the rate allows, and the oldest makes way once it is older than the rate's time. That is exact: never more than `times` within any `seconds`, whatever
 * process they came through, and it says to the millisecond when the next try is free. Judging and counting are one statement, so nothing comes between.
 * A row whose last try is dated in the future was written while a clock was ahead: it starts again.
 */
export async function consumeAttempts(db: Db, claims: Claim[], now: number): Promise<Refusal | undefined> {
  let refused: Refusal | undefined;
  try {
    await db.transaction(async (tx) => {
      refused = undefined;
      for (const claim of claims) {
        if (await take(tx, claim, now)) continue;
        refused = { key: claim.key, until: await nextFree(tx, claim, now) };
        throw undo;
      }
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return refused;
}

async function take(tx: Transaction, { key, rate }: Claim, now: number): Promise<boolean> {
  const full = rate.times * digits;
  const until = now + rate.seconds * 1000;
  const latest = toDigits(now + clockTolerance);
  const counted = await tx.run`
    insert into tries (key, times, until) values (${key}, ${toDigits(now)}, ${until})
    on conflict (key) do update set
      times = case
        when substr(tries.times, length(tries.times) - ${digits - 1}) > ${latest} then ''
        else substr(tries.times, case when length(tries.times) < ${full} then 1 else ${digits + 1} end)
      end || excluded.times,
      until = excluded.until
    where length(tries.times) < ${full} or substr(tries.times, 1, ${digits}) <= ${toDigits(now - rate.seconds * 1000)}
      or substr(tries.times, length(tries.times) - ${digits - 1}) > ${latest}`;
  return counted > 0;
}

async function nextFree(tx: Transaction, { key, rate }: Claim, now: number): Promise<number> {
  const row = await tx.get<{ oldest: string }>`select substr(times, 1, ${digits}) as oldest from tries where key = ${key}`;
  return Math.min(Number(row?.oldest), now) + rate.seconds * 1000;
}

/** Adds requests to those of the key's minute, which ends at `until`; answers with the sum over all processes. */
export async function addRequests(db: Db, key: string, requests: number, until: number): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await tx.get<{ requests: number }>`
      insert into traffic (key, requests, until) values (${key}, ${requests}, ${until})
      on conflict (key) do update set
        requests = case when traffic.until = excluded.until then traffic.requests else 0 end + excluded.requests,
        until = excluded.until
      returning requests`;
    return row?.requests ?? 0;
  });
}

/** Rows that the table of tries may hold. Far more than people need; what is over it in a flood from very many addresses goes, the soonest to end first. */
const mostRows = 200_000;

/** The longest time that a row counts (milliseconds); one that ends later was written while a clock was ahead. */
const longest = Math.max(...Object.values(rates).flatMap((of: Rates) => Object.values(of).map(({ seconds }) => seconds * 1000)));

/** Drops what does not count any more. */
export async function deleteExpiredAttempts(db: Db, now: number): Promise<void> {
  const latest = now + longest + clockTolerance;
  await db.run`delete from tries where until <= ${now} or until > ${latest}`;
  await db.run`delete from traffic where until <= ${now} or until > ${latest}`;
  const { rows = 0 } = (await db.get<{ rows: number }>`select count(*) as rows from tries`) ?? {};
  if (rows > mostRows) await db.run`delete from tries where key in (select key from tries order by until limit ${rows - mostRows})`;
}
