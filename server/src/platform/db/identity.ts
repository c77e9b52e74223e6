import type { DatabaseIdentity, Db, Reader } from './db.ts';
import { sql } from './sql.ts';

const selection = sql`select id, moved_to, moved_at from database_identity limit 1`;

/** The same for a connection that is not a `Reader`. */
export const selectIdentity = selection.sql.join('');

/** The table of the identity, which is not copied. */
export const identityTable = 'database_identity';

export async function readIdentity(db: Reader): Promise<DatabaseIdentity> {
  const identity = await db.get<DatabaseIdentity>`${selection}`;
  return identity ?? { id: '', moved_to: null, moved_at: null };
}

/** Uses a moved database again. */
export async function unmark(db: Db): Promise<void> {
  await db.run`update database_identity set moved_to = null, moved_at = null`;
}
