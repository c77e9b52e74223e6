import { join } from 'node:path';
import type { Db, OpenOptions } from './db.ts';

/** Where the data folder has its SQLite file. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'dev-connector.db');

/** Opens the database that the settings name: PostgreSQL where there is a `DATABASE_URL`, else one SQLite file in the data folder. */
export async function openDb(
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
  options: OpenOptions = {},
): Promise<Db> {
  // Loaded on demand: whoever runs on SQLite need not wait for the PostgreSQL driver.
  if (databaseUrl) return (await import('./postgres.ts')).openPostgres(databaseUrl, options);
  return (await import('./sqlite.ts')).openSqlite(databaseFile(dataDir), options);
}
