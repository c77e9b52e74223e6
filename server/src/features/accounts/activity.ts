import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Member } from '../../platform/member.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** The hour of a user's activity changed, or whether it is shown. */
    'user.activityChanged': { userId: string };
  }
}

const hour = 60 * 60 * 1000; // ms

const currentHour = () => Math.floor(Date.now() / hour) * hour;

/** Whether a member who shows the last activity is active in another hour than the stored one. */
export const isActivityStale = ({ activeAt }: Member): boolean => activeAt !== null && activeAt !== currentHour();

/** Stores the hour of a member's activity. Of several concurrent calls, only the first writes. */
export const noteActivity = ({ db, events }: Context, { id }: Member): Promise<void> =>
  db.transaction(async (tx) => {
    const now = currentHour();
    const changed = await tx.run`update users set active_at = ${now} where id = ${id} and active_at is not null and active_at <> ${now}`;
    if (changed > 0) await events.publish(tx, 'user.activityChanged', { userId: id });
  });

/** Lets lists sort the member by activity, or deletes the stored hour. Returns it. */
export async function showActivity(tx: Transaction, events: Events, userId: string, shows: boolean): Promise<number | null> {
  const activeAt = shows ? currentHour() : null;
  await tx.run`update users set active_at = ${activeAt} where id = ${userId}`;
  await events.publish(tx, 'user.activityChanged', { userId });
  return activeAt;
}
