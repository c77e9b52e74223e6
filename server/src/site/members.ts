import type { Reader } from '../db/db.ts';

/** Counts the members. Subtracts the few deleted accounts, because counting all rows reads only an index. */
export async function countMembers(db: Reader): Promise<number> {
  const counts = await db.get<{ members: number }>`
    select (select count(*) from users) - (select count(*) from users where deleted_at is not null) as members`;
  return counts?.members ?? 0;
}
