import { type ErrorName, limits, type StoredBytes, storageDayFull, storageFull } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Context, type Feature, perContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Measures what an account stores, as `features` say. A row counts for the last 24 hours if it was written in them. Reads all rows of the account. */
export async function measureStorage(reader: Reader, features: Feature[], userId: string): Promise<StoredBytes> {
  const { rows: _, ...stored } = await measureRows(reader, features, userId);
  return stored;
}

async function measureRows(reader: Reader, features: Feature[], userId: string): Promise<StoredBytes & { rows: number }> {
  const since = Date.now() - day;
  const parts = features.flatMap(({ storedBytes }) => storedBytes?.(userId, since) ?? []);
  const row = await reader.get<Record<keyof StoredBytes | 'count', number>>`
    select coalesce(sum(texts), 0) as texts, coalesce(sum(images), 0) as images, coalesce(sum(case when is_new then texts + images end), 0) as day,
      count(*) as count from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) stored`;
  const { texts = 0, images = 0, day: ofDay = 0, count = 0 } = row ?? {};
  return { texts: Number(texts), images: Number(images), day: Number(ofDay), rows: Number(count) }; // PostgreSQL returns sums as text
}

/** Measures and limits what an account stores. */
export interface Storage {
  /** Returns what an account stores. The measurement of an account with many texts may be some seconds old. */
  read(userId: string): Promise<StoredBytes>;
  /** Counts bytes that are about to be stored. Throws `storageDayFull` or `storageFull` if the account has no room for them. */
  admit(userId: string, bytes: number): Promise<void>;
}

interface Account {
  measured: StoredBytes;
  rows: number;
  /** In the time of `performance.now()`. */
  measuredAt: number;
  /** Bytes that were admitted since. */
  admitted: number;
}

/** Time after which an account is measured again (milliseconds). In between, this process adds what it admits; deletions and other processes count later. */
const ttl = 10 * 60 * 1000;

/**
 * Rows above which a measurement is used again, and for how many milliseconds per row. Reading a row takes some microseconds of the event loop on SQLite, so a member
 * with 100,000 comments could otherwise block it with requests.
 */
const [maxFewRows, pausePerRow] = [1_000, 1];

/**
 * Caches the last measurement of 10,000 accounts. An account that seems full is measured again before it is refused, so that a deletion helps at once; one with many
 * rows not immediately.
 */
export const storageOf = perContext(openStorage);

function openStorage({ db: reader, features }: Context): Storage {
  const known = new LRUCache<string, Account>({ max: 10_000, ttl });
  const measure = async (userId: string): Promise<Account> => {
    const { rows, ...measured } = await measureRows(reader, features, userId);
    const account = { measured, rows, measuredAt: performance.now(), admitted: 0 };
    known.set(userId, account);
    return account;
  };
  const measureAgain = async (userId: string): Promise<Account> => {
    const account = known.get(userId);
    const isRecent = account && account.rows > maxFewRows && performance.now() - account.measuredAt < account.rows * pausePerRow;
    return isRecent ? account : measure(userId);
  };
  return {
    read: async (userId) => (await measureAgain(userId)).measured,
    async admit(userId, bytes) {
      let account = known.get(userId) ?? (await measure(userId));
      if (excess(account, bytes)) account = await measureAgain(userId);
      const refusal = excess(account, bytes);
      if (refusal) {
        const { total, day } = usedBy(account);
        throw new Failure(refusal, { msg: refusal === 'storageFull' ? storageFull(total) : storageDayFull(day) });
      }
      account.admitted += bytes;
    },
  };
}

const usedBy = ({ measured: { texts, images, day }, admitted }: Account) => ({ total: texts + images + admitted, day: day + admitted });

function excess(account: Account, bytes: number): ErrorName | undefined {
  const { total, day } = usedBy(account);
  if (total + bytes > limits.storageBytes) return 'storageFull';
  return day + bytes > limits.storageDayBytes ? 'storageDayFull' : undefined;
}
