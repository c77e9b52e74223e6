import { existsSync } from 'node:fs';
import type { Db } from '../db/db.ts';
import { databaseFile, openDb } from '../db/open.ts';
import { requireRights } from '../process/data-folder.ts';
import type { Settings } from '../settings.ts';
import { CommandFailure } from './command.ts';

/** Refuses where the settings name a data folder without a database: a command that made an empty one would hide that it was called in the wrong place. */
export function requireDatabase(settings: Settings, use: 'read' | 'write'): void {
  requireRights(settings, use); // first: what may not be looked at seems not to be there
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir)))
    throw new CommandFailure(
      `There is no database in ${dataDir}. Call this where the site runs, or name its folder with the setting DATA_DIR.`,
    );
}

/** Lends the database that the settings name; it must be there already. */
export async function withDatabase<T>(settings: Settings, work: (db: Db) => Promise<T>): Promise<T> {
  requireDatabase(settings, 'write');
  const db = await openDb(settings);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
