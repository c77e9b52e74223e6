import { limits, notificationDays } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { eachRange } from '../../platform/jobs/repeat.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Members per read. A statement that deletes concerns one member. */
const batch = 10;

/** Registers the job that deletes notifications read long ago, and the oldest of each kind beyond `limits.notifications`. */
export function registerNotificationPurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('notifications.purge', day, (signal) => eachRange((after) => purge(db, after), signal));
}

/** Purges the notifications of the next members. Returns the last of them, or undefined after the end. */
async function purge(db: Db, after: string): Promise<string | undefined> {
  const members = await db.all<{ user_id: string; count: number; oldest_read: number | null }>`
    select user_id, count(*) as count, min(read_at) as oldest_read from notifications
    where user_id > ${after} group by user_id order by user_id limit cast(${batch} as integer)`;
  const readBefore = Date.now() - notificationDays * day;
  for (const { user_id, count, oldest_read } of members) {
    if (oldest_read !== null && oldest_read < readBefore)
      await db.run`delete from notifications where user_id = ${user_id} and read_at < ${readBefore}`;
    if (Number(count) > limits.notifications) await deleteOldest(db, user_id);
  }
  return members.at(-1)?.user_id;
}

const deleteOldest = (db: Db, userId: string): Promise<number> => db.run`
  delete from notifications where (actor_id, kind, subject, user_id) in (
    select actor_id, kind, subject, user_id from (
      select actor_id, kind, subject, user_id, row_number() over (partition by kind order by id desc) as rank
      from notifications where user_id = ${userId}
    ) ranked where rank > cast(${limits.notifications} as integer))`;
