import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';
import { ourMigrations, pending, readMigrations } from './migrations.ts';
import { refuseAltered } from './schema.ts';
import { dialect } from './sqlite.ts';
import { isTolerated, sqliteDifferences } from './sqlite-schema.ts';

/** What a database file holds. */
export interface Contents {
  /** The newest migration that it has seen. */
  version: number;
  /** Rows of each table. */
  rows: Record<string, number>;
  bytes: number;
}

const busy = 5; // SQLITE_BUSY
const primary = 0xff; // an extended result code carries the primary one in its lowest byte

/** Whether another process has the file open: whoever does holds a lock on it, also between two statements. False for a file that is none of SQLite's. */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate; rollback');
    return false;
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined && (errcode & primary) === busy) return true;
    return false;
  } finally {
    database.close();
  }
}

/**
 * Reads a database file through and counts its rows; changes nothing. Throws a DatabaseUnusable if it is damaged, of a newer program or none of ours, or if its
 * schema was altered; `shown` is its name in that message.
 */
export function inspect(file: string, shown = file): Contents {
  requireFile(file, shown);
  const database = openToRead(file);
  try {
    database.exec('begin'); // the version and the schema of one moment
    const version = versionOf(database);
    const migrations = readMigrations(dialect, ourMigrations);
    pending(migrations, version); // refuses a newer one
    if (version === 0 || !hasTable(database, 'users')) throw new DatabaseUnusable(`${shown} is no database of Dev Connector.`);
    // First of all: the checks below evaluate expressions of the schema.
    refuseAltered(shown, sqliteDifferences(database, migrations, version));
    const damaged = damage(database);
    if (damaged) throw new DatabaseUnusable(`${shown} is damaged: ${damaged}.`);
    return { version, rows: countRows(database), bytes: statSync(file).size };
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`${shown} cannot be read as a database: ${(error as Error).message}.`, { cause: error });
  } finally {
    database.close();
  }
}

/**
 * Opens a file to look at it. Not as read-only, because such a connection leaves files beside the database when it was the only one, and those would be in the
 * way of a site that runs as another user.
 */
export function openToRead(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: 5000, defensive: true });
    database.exec('pragma trusted_schema = off; pragma query_only = on; pragma cache_size = -64000');
    return database;
  } catch (error) {
    throw new DatabaseUnusable(`${file} cannot be read as a database: ${(error as Error).message}.`, { cause: error });
  }
}

/** What is wrong with the pages, the indexes or the references of an open database, in the middle of a sentence; undefined where nothing is. */
export function damage(database: DatabaseSync): string | undefined {
  const found = database.prepare('pragma integrity_check(1)').get() as { integrity_check: string };
  if (found.integrity_check !== 'ok') return found.integrity_check.split('\n').at(-1);
  const orphans = database.prepare('pragma foreign_key_check').all() as Array<{ table: string; parent: string }>;
  const [first] = orphans;
  return first && `${orphans.length} rows refer to others that are gone, the first from ${first.table} to ${first.parent}`;
}

export function versionOf(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

/** Names of our tables: without those of SQLite and Litestream. */
export function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name").all();
  return rows.map((row) => String(row.name)).filter((name) => !name.startsWith('sqlite_') && !isTolerated(name));
}

/** Throws a DatabaseUnusable unless there is a regular file: opening a pipe or a device could wait forever. */
export function requireFile(file: string, shown = file): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new DatabaseUnusable(`${shown} is not there.`);
  if (!found.isFile()) throw new DatabaseUnusable(`${shown} is not a file.`);
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from main.sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

function countRows(database: DatabaseSync): Record<string, number> {
  const count = (name: string) => Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count);
  return Object.fromEntries(tablesOf(database).map((name) => [name, count(name)]));
}
