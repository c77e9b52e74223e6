import type { Db, Reader } from './db.ts';

/** Identifies a database: independent of its host, user and password, and different for each copy that "dev-connector move" makes. */
export interface DatabaseIdentity {
  id: string;
  /** Where "dev-connector move" copied the data, and when. Null: the database is in use. */
  moved_to: string | null;
  moved_at: number | null;
}

/** A database before its migrations run. */
export interface FoundDatabase {
  /** Of the newest migration; 0: the database is empty. */
  version: number;
  /** Undefined in a database from before identities. */
  identity: DatabaseIdentity | undefined;
}

export const selectIdentity = 'select id, moved_to, moved_at from database_identity limit 1';

/** The table of the identity, which is not copied. */
export const identityTable = 'database_identity';

export async function readIdentity(db: Reader): Promise<DatabaseIdentity> {
  const identity = await db.get<DatabaseIdentity>`select id, moved_to, moved_at from database_identity limit 1`;
  return identity ?? { id: '', moved_to: null, moved_at: null };
}

/** Uses a moved database again. */
export async function unmark(db: Db): Promise<void> {
  await db.run`update database_identity set moved_to = null, moved_at = null`;
}
