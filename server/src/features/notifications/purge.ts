import { limits, notificationDays } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { eachRange } from '../../platform/jobs/repeat.ts';
import { visiblePeople } from '../visibility/policy.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Members per read. A statement that deletes concerns one member. */
const batch = 10;

/** Registers the job that deletes notifications read long ago, and the oldest of each kind beyond `limits.notifications`. */
export function registerNotificationPurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('notifications.purge', day, (signal) => eachRange((after) => purge(db, after), signal));
}

/** Purges the notifications of the next members. Returns the last of them, or undefined after the end. */
async function purge(db: Db, after: string): Promise<string | undefined> {
  const members = await db.all<{ id: string; count: number; oldest_read: number | null }>`
    select p.id, (select count(*) from notifications n where n.user_id = p.id) as count,
      (select min(n.read_at) from notifications n where n.user_id = p.id) as oldest_read
    from ${visiblePeople('members')} p where p.id > ${after} order by p.id limit cast(${batch} as integer)`;
  const readBefore = Date.now() - notificationDays * day;
  for (const { id, count, oldest_read } of members) {
    if (oldest_read !== null && oldest_read < readBefore)
      await db.run`delete from notifications where user_id = ${id} and read_at < ${readBefore}`;
    if (Number(count) > limits.notifications) await deleteOldest(db, id);
  }
  return members.at(-1)?.id;
}

const deleteOldest = (db: Db, userId: string): Promise<number> => db.run`
  delete from notifications where user_id = ${userId} and (actor_id, kind, subject) in (
    select actor_id, kind, subject from (
      select actor_id, kind, subject, row_number() over (partition by kind order by id desc) as rank
      from notifications where user_id = ${userId}
    ) ranked where rank > cast(${limits.notifications} as integer))`;
