import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';
import { ourMigrations, pending, readMigrations } from './migrations.ts';
import { dialect } from './sqlite.ts';

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
 * Reads a database file through and counts its rows; nothing is changed. Throws a DatabaseUnusable where it is damaged, was written by a newer program,
 * or is not one of ours; `shown` is what it is called there.
 */
export function inspect(file: string, shown = file): Contents {
  if (!existsSync(file)) throw new DatabaseUnusable(`${shown} is not there.`);
  const database = openToRead(file);
  try {
    const version = versionOf(database);
    pending(readMigrations(dialect, ourMigrations), version); // refuses a newer one
    const missing = tablesAt(version).filter((name) => !tablesOf(database).includes(name));
    if (version === 0 || missing.length > 0) throw new DatabaseUnusable(`${shown} is no database of Dev Connector.`);
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
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec('pragma query_only = on; pragma cache_size = -64000');
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

/** Names of the tables with rows of their own: none of SQLite's, and none that only serve another one. */
export function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name").all();
  return rows.map((row) => String(row.name)).filter((name) => !name.startsWith('sqlite_'));
}

/** Those that a database of ours has at this version. */
function tablesAt(version: number): string[] {
  const database = new DatabaseSync(':memory:');
  for (const step of readMigrations(dialect, ourMigrations)) if (step.version <= version) database.exec(step.sql);
  const tables = tablesOf(database);
  database.close();
  return tables;
}

function countRows(database: DatabaseSync): Record<string, number> {
  const count = (name: string) => Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count);
  return Object.fromEntries(tablesOf(database).map((name) => [name, count(name)]));
}
