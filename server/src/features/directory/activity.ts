import type { Db, Transaction } from '../../platform/db/db.ts';
import type { Member } from '../accounts/member.ts';
import { recordChange } from './changes.ts';

const hour = 60 * 60 * 1000; // ms

const currentHour = () => Math.floor(Date.now() / hour) * hour;

/** Whether a member who shows the last activity is active in another hour than the stored one. */
export const isActivityStale = ({ activeAt }: Member): boolean => activeAt !== null && activeAt !== currentHour();

/** Stores the hour of a member's activity. Of several concurrent calls, only the first writes. */
export const noteActivity = (db: Db, { id }: Member): Promise<void> =>
  db.transaction(async (tx) => {
    const now = currentHour();
    const changed = await tx.run`update users set active_at = ${now} where id = ${id} and active_at is not null and active_at <> ${now}`;
    if (changed > 0) await recordActivity(tx, id);
  });

/** Lets the directory sort the member by activity, or deletes the stored hour. Returns it. */
export async function showActivity(tx: Transaction, userId: string, shows: boolean): Promise<number | null> {
  const activeAt = shows ? currentHour() : null;
  await tx.run`update users set active_at = ${activeAt} where id = ${userId}`;
  await recordActivity(tx, userId);
  return activeAt;
}

async function recordActivity(tx: Transaction, userId: string): Promise<void> {
  const profile = await tx.get<{ id: string }>`select id from profiles where user_id = ${userId}`;
  if (profile) await recordChange(tx, profile.id);
}
