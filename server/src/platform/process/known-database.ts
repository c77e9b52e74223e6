import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseState } from '../db/db.ts';
import { DatabaseUnusable, type Db, type OpenOptions } from '../db/db.ts';
import { makeFolder } from '../db/make-folder.ts';
import { databaseFile, openDb } from '../db/open.ts';
import { redactUrl } from '../db/redact-url.ts';
import { writeSmallFile } from '../db/write-atomically.ts';
import type { Settings } from '../settings.ts';

/*
 * The data folder remembers the identity of the database that the site used. A start on another one would show an old or empty site and accept writes that are lost later,
 * for example if DATABASE_URL is missing after a move.
 */
const knownFile = (dataDir: string): string => join(dataDir, 'database.json');

interface KnownDatabase {
  id: string;
  /** The database as shown in messages, without secrets. */
  shown: string;
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>;

export const shownDatabase = ({ databaseUrl, dataDir }: Place): string => (databaseUrl ? redactUrl(databaseUrl) : databaseFile(dataDir));

/** Returns the database that the site used; undefined if there is none or the file is broken. */
function knownDatabase(dataDir: string): KnownDatabase | undefined {
  try {
    const { id, shown } = JSON.parse(readFileSync(knownFile(dataDir), 'utf8')) as Partial<KnownDatabase>;
    return typeof id === 'string' && typeof shown === 'string' ? { id, shown } : undefined;
  } catch {
    return undefined;
  }
}

export function rememberDatabase(dataDir: string, known: KnownDatabase): void {
  const { id, shown } = knownDatabase(dataDir) ?? {};
  if (id === known.id && shown === known.shown) return;
  makeFolder(dataDir);
  writeSmallFile(knownFile(dataDir), `${JSON.stringify(known, null, 2)}\n`);
}

/** The next start uses the database of its settings, whichever it is. */
export const forgetDatabase = (dataDir: string): void => rmSync(knownFile(dataDir), { force: true });

/** Why the site must not use the database of its settings, with the remedy. `found` is undefined if there is no file. */
export function wrongDatabase(place: Place, found: DatabaseState | undefined): string | undefined {
  const { version = 0, identity } = found ?? {};
  const shown = shownDatabase(place);
  const adopt = 'To use it anyway, run: dev-connector adopt';
  if (identity?.moved_at) {
    const date = new Date(identity.moved_at).toISOString().slice(0, 10);
    return `${shown} is no longer the database of this site: its data was moved to ${identity.moved_to} on ${date}, and new writes here would be missing there. ${remedy(place, String(identity.moved_to))} ${adopt}`;
  }
  const known = knownDatabase(place.dataDir);
  if (!known || known.id === identity?.id) return undefined;
  const isOldCopy = version > 0 && !identity; // of a release that knew no identities, such as a restored backup
  if (isOldCopy && known.shown === shown) return undefined;
  const problem = version > 0 ? `${shown} is another database` : `there is no database at ${shown}`;
  return `This site used the database ${known.shown}, but ${problem}. ${remedy(place, known.shown)} ${adopt}`;
}

function remedy({ databaseUrl }: Place, expected: string): string {
  if (expected.startsWith('postgres:')) return databaseUrl ? 'Correct DATABASE_URL.' : 'DATABASE_URL is not set: set it to that database.';
  return databaseUrl ? 'Remove DATABASE_URL to use that file.' : 'Check DATA_DIR, or put that file back.';
}

/** Opens the database of the site. Throws a DatabaseUnusable, before it is created or upgraded, if the site used another one. */
export async function openSiteDatabase(
  place: Place & { databaseConnections?: number | undefined },
  options: OpenOptions = {},
): Promise<Db> {
  const checkBeforeMigration = (state?: DatabaseState) => {
    const problem = wrongDatabase(place, state);
    if (problem) throw new DatabaseUnusable(problem);
  };
  if (!place.databaseUrl && !existsSync(databaseFile(place.dataDir))) checkBeforeMigration();
  return openDb(place, { ...options, checkBeforeMigration });
}
