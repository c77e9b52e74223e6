import type { Reader } from '../db/db.ts';
import { liveSessions } from './auth.ts';

/** Counts the members and their live sessions. */
export async function countPeople(db: Reader, now = Date.now()): Promise<{ members: number; sessions: number }> {
  const { usedAfter, madeAfter } = liveSessions(now);
  const counts = await db.get<{ members: number; sessions: number }>`
    select (select count(*) from users where deleted_at is null) as members,
      (select count(*) from sessions where used_at > ${usedAfter} and created_at > ${madeAfter}) as sessions`;
  return counts ?? { members: 0, sessions: 0 };
}
