import { existsSync } from 'node:fs';
import type { Db } from '../platform/db/db.ts';
import { databaseFile } from '../platform/db/open.ts';
import { requireRights } from '../platform/process/data-folder.ts';
import { openSiteDatabase } from '../platform/process/known-database.ts';
import { siteEnvironment } from '../platform/process/settings-file.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { CommandFailure } from './command.ts';

/** Throws if the data folder has no database. Creating an empty one would hide that the command runs in the wrong folder. */
export function requireDatabase(settings: Settings, use: 'read' | 'write'): void {
  requireRights(settings, use); // check first: an unreadable file looks as if it did not exist
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir)))
    throw new CommandFailure(
      `There is no database in ${dataDir}. Run this command in the site's folder, or set DATA_DIR to its data folder.`,
    );
}

/** Opens the existing database of the site, runs `work` and closes the database. */
export async function withDatabase<T>(work: (db: Db, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(siteEnvironment());
  requireDatabase(settings, 'write');
  const db = await openSiteDatabase(settings);
  try {
    return await work(db, settings);
  } finally {
    await db.close();
  }
}
