import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseIdentity, DatabaseState } from '../db.ts';
import { identityTable, selectIdentity } from '../identity.ts';

/** The newest migration that ran. */
export function versionOf(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

/** Reads version and identity, without the need for current migrations. */
export function readSqliteState(database: DatabaseSync): DatabaseState {
  const known = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(identityTable);
  const identity = known ? (database.prepare(selectIdentity).get() as DatabaseIdentity | undefined) : undefined;
  return { version: versionOf(database), identity };
}
