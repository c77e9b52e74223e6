import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../db.ts';
import { ourMigrations, pending, readMigrations } from '../migrations.ts';
import { refuseAltered } from '../schema.ts';
import { explainFailure } from './errors.ts';
import { isLocked } from './locked.ts';
import { openToRead } from './read-only.ts';
import { isTolerated, sqliteDifferences } from './schema.ts';
import { dialect } from './sqlite.ts';
import { readSqliteState } from './state.ts';

/** Summary of a database file. */
export interface Contents {
  /** Version of the last migration that ran. */
  version: number;
  /** Row count of each table. */
  rows: Record<string, number>;
  bytes: number;
  /** Where "dev-connector move" copied the data; null if it did not. */
  movedTo: string | null;
}

/** Returns whether another connection has the file open: in WAL mode it holds a shared lock even between statements. False if it is not an SQLite file. */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate; rollback');
    return false;
  } catch (error) {
    return isLocked(error);
  } finally {
    database.close();
  }
}

/**
 * Checks a database file and counts its rows without changing it. Throws a DatabaseUnusable if it is damaged, from a newer version or another program, or if
 * its schema was altered. `shown` is the file name in the error message.
 */
export function inspect(file: string, shown = file): Contents {
  requireFile(file, shown);
  const database = openToRead(file);
  try {
    database.exec('begin'); // version and schema from the same snapshot
    const { version, identity } = readSqliteState(database);
    const migrations = readMigrations(dialect, ourMigrations);
    pending(migrations, version); // throws if the version is newer
    if (version === 0 || !hasTable(database, 'users')) throw new DatabaseUnusable(`${shown} was not created by Dev Connector.`);
    // Must come first: the checks below evaluate expressions in the schema.
    refuseAltered(shown, sqliteDifferences(database, migrations, version));
    const damaged = damage(database);
    if (damaged) throw new DatabaseUnusable(`${shown} is damaged: ${damaged}.`);
    return { version, rows: countRows(database), bytes: statSync(file).size, movedTo: identity?.moved_to ?? null };
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(explainFailure(error, file, shown), { cause: error });
  } finally {
    database.close();
  }
}

/** Checks pages, indexes and foreign keys. Returns the first problem as a phrase, or undefined if there is none. */
export function damage(database: DatabaseSync): string | undefined {
  const found = database.prepare('pragma integrity_check(1)').get() as { integrity_check: string };
  if (found.integrity_check !== 'ok') return found.integrity_check.split('\n').at(-1);
  const orphans = database.prepare('pragma foreign_key_check').all() as Array<{ table: string; parent: string }>;
  const [first] = orphans;
  return first && `${orphans.length} rows reference missing rows, the first from ${first.table} to ${first.parent}`;
}

/** Table names, without the tables of SQLite and Litestream. */
export function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name").all();
  return rows.map((row) => String(row.name)).filter((name) => !name.startsWith('sqlite_') && !isTolerated(name));
}

/** Throws a DatabaseUnusable unless the path is a regular file: opening a pipe or a device could block forever. */
export function requireFile(file: string, shown = file): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new DatabaseUnusable(`${shown} does not exist.`);
  if (!found.isFile()) throw new DatabaseUnusable(`${shown} is not a file.`);
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from main.sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

function countRows(database: DatabaseSync): Record<string, number> {
  const count = (name: string) => Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count);
  return Object.fromEntries(tablesOf(database).map((name) => [name, count(name)]));
}
