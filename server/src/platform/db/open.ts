import { dirname, join } from 'node:path';
import type { Db, OpenOptions } from './db.ts';
import { realFile } from './sqlite/real-files.ts';

/** Path of the SQLite file in the data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'dev-connector.db');

/** The folder whose disk a site fills: that of the SQLite file, which a symbolic link may place elsewhere, or the data folder with PostgreSQL. */
export const databaseFolder = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }): string =>
  databaseUrl ? dataDir : dirname(realFile(databaseFile(dataDir)));

/** Opens PostgreSQL if `DATABASE_URL` is set, otherwise the SQLite file in the data folder. */
export async function openDb(
  {
    databaseUrl,
    databaseConnections,
    dataDir,
  }: { databaseUrl?: string | undefined; databaseConnections?: number | undefined; dataDir: string },
  options: OpenOptions = {},
): Promise<Db> {
  // Imported on demand, so that a site on SQLite does not load the PostgreSQL driver.
  if (databaseUrl)
    return (await import('./postgres/postgres.ts')).openPostgres(databaseUrl, { connections: databaseConnections, ...options });
  return (await import('./sqlite/sqlite.ts')).openSqlite(databaseFile(dataDir), options);
}
