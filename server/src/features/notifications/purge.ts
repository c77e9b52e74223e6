import { limits, notificationDays } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { eachRange } from '../../platform/jobs/repeat.ts';

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]; // ms

/** Members per statement, so that other writes run in between. */
const batch = 50;

/** Registers the job that deletes notifications read long ago, and the oldest of each kind beyond `limits.notifications`. */
export function registerNotificationPurge({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('notifications.purge', hour, (signal) => eachRange((after) => purge(db, after), signal));
}

/** Purges the notifications of the next members. Returns the last of them, or undefined after the end. */
async function purge(db: Db, after: string): Promise<string | undefined> {
  const users = await db.all<{ user_id: string }>`
    select distinct user_id from notifications where user_id > ${after} order by user_id limit ${batch}`;
  const last = users.at(-1)?.user_id;
  if (last === undefined) return undefined;
  await db.run`
    delete from notifications where user_id > ${after} and user_id <= ${last} and read_at < ${Date.now() - notificationDays * day}`;
  await db.run`
    delete from notifications where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from (
        select actor_id, kind, subject, user_id, row_number() over (partition by user_id, kind order by id desc) as place
        from notifications where user_id > ${after} and user_id <= ${last}
      ) placed where place > cast(${limits.notifications} as integer))`;
  return last;
}
