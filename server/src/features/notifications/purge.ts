import { setImmediate } from 'node:timers/promises';
import { limits, notificationDays } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { eachRange, repeat } from '../../platform/jobs/repeat.ts';
import { visiblePeople } from '../visibility/policy.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Members per read, and rows that a statement deletes, so that none blocks other requests for long. */
const [memberBatch, rowBatch] = [50, 300];

/** Registers the job that deletes notifications read long ago, and the oldest of each kind beyond `limits.notifications`. */
export function registerNotificationPurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('notifications.purge', day, (signal) => eachRange((after) => purge(db, after, signal), signal));
}

/** Purges the notifications of the next members. Returns the last of them, or undefined after the end. */
async function purge(db: Db, after: string, signal: AbortSignal): Promise<string | undefined> {
  const members = await db.all<{ id: string }>`
    select id from ${visiblePeople('members')} p where id > ${after} order by id limit cast(${memberBatch} as integer)`;
  const readBefore = Date.now() - notificationDays * day;
  for (const { id } of members) {
    if (signal.aborted) break;
    const found = await db.get<{ count: number; oldest_read: number | null }>`
      select count(*) as count, min(read_at) as oldest_read from notifications where user_id = ${id}`;
    await setImmediate();
    if (!found) continue;
    if (found.oldest_read !== null && found.oldest_read < readBefore) await repeat(() => deleteRead(db, id, readBefore), rowBatch, signal);
    if (Number(found.count) > limits.notifications) await repeat(() => deleteOldest(db, id), rowBatch, signal);
  }
  return members.at(-1)?.id;
}

const deleteRead = (db: Db, userId: string, readBefore: number): Promise<number> => db.run`
  delete from notifications where user_id = ${userId} and (actor_id, kind, subject) in (
    select actor_id, kind, subject from notifications where user_id = ${userId} and read_at < ${readBefore} limit cast(${rowBatch} as integer))`;

const deleteOldest = (db: Db, userId: string): Promise<number> => db.run`
  delete from notifications where user_id = ${userId} and (actor_id, kind, subject) in (
    select actor_id, kind, subject from (
      select actor_id, kind, subject, row_number() over (partition by kind order by id desc) as rank
      from notifications where user_id = ${userId}
    ) ranked where rank > cast(${limits.notifications} as integer) limit cast(${rowBatch} as integer))`;
