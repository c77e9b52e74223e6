import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copySnapshot } from '../backup.ts';
import { batchSizeOf, type Row, type Source, type Table, type Target } from '../copy.ts';
import type { DatabaseIdentity } from '../db.ts';
import { DatabaseUnusable } from '../db.ts';
import { selectIdentity } from '../identity.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { writeAtomically } from '../write-atomically.ts';
import { inspect, isInUse, tablesOf } from './file.ts';
import type { OnNote } from './read-only.ts';
import { openSqlite } from './sqlite.ts';

/** Runs `work` on a locked file. Throws if the file is in use, because later writes would not be copied, or if its schema was altered. */
export async function fromSqlite<T>(file: string, work: (source: Source) => Promise<T>, onNote?: OnNote): Promise<T> {
  if (!existsSync(file)) throw new DatabaseUnusable(`No database exists at ${file}.`);
  if (isInUse(file)) throw new DatabaseUnusable(`${file} is in use: stop the site that runs on it first.`);
  inspect(file);
  if (!isWritable(file)) return fromCopy(file, work, onNote);
  await (await openSqlite(file)).close(); // runs pending migrations
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate'); // prevents a site from starting on this file
    return await work(endpoint(database));
  } finally {
    database.close();
  }
}

/** Runs `work` on a copy of a file that cannot be locked or upgraded. */
async function fromCopy<T>(file: string, work: (source: Source) => Promise<T>, onNote?: OnNote): Promise<T> {
  const folder = mkdtempSync(join(temporaryFolder(), 'dev-connector-copy-'));
  try {
    const copy = join(folder, 'copy.db');
    await copySnapshot(file, copy, { onNote });
    onNote?.(`${file} cannot be written, so it was copied instead of locked, and is not marked as moved: let no site run on it.`);
    return await fromSqlite(copy, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isWritable(file: string): boolean {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` on an empty database, which is renamed to `file` on success and deleted if `work` throws. */
export async function toSqlite<T>(file: string, options: { replace?: boolean }, work: (target: Target) => Promise<T>): Promise<T> {
  return writeAtomically(file, options, async (part) => {
    await (await openSqlite(part)).close();
    const database = new DatabaseSync(part);
    try {
      database.exec(
        'pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -64000; begin; pragma defer_foreign_keys = on',
      );
      const result = await work(endpoint(database));
      database.exec('commit');
      return result;
    } finally {
      database.close();
    }
  });
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

function endpoint(database: DatabaseSync): Target {
  const insert = statementFor(database);
  return {
    tables: async () => tablesOf(database).map((name) => describe(database, name)),
    async *rows(table) {
      const { name, columns } = table;
      const batchSize = batchSizeOf(table);
      const statement = database.prepare(`select ${quoted(columns)} from "${name}"`);
      statement.setReturnArrays(true);
      let rows: Row[] = [];
      for (const row of statement.iterate() as Iterable<unknown>) {
        rows.push(row as Row);
        if (rows.length < batchSize) continue;
        yield rows;
        rows = [];
      }
      if (rows.length > 0) yield rows;
    },
    identity: async () => database.prepare(selectIdentity).get() as unknown as DatabaseIdentity,
    async markMoved(to) {
      database.prepare('update database_identity set moved_to = ?, moved_at = ?').run(to, Date.now());
      database.exec('commit');
    },
    async insert(table, rows) {
      for (const row of rows) insert(table).run(...row);
    },
  };
}

function statementFor(database: DatabaseSync) {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return ({ name, columns }: Table) => {
    const statement =
      prepared.get(name) ?? database.prepare(`insert into "${name}" (${quoted(columns)}) values (${columns.map(() => '?').join(', ')})`);
    prepared.set(name, statement);
    return statement;
  };
}

function describe(database: DatabaseSync, name: string): Table {
  // Generated columns have `hidden` 2 or 3.
  const columns = database.prepare('select name from pragma_table_xinfo(?) where hidden = 0 order by name').all(name);
  const references = database.prepare('select distinct "table" as name from pragma_foreign_key_list(?)').all(name);
  return { name, columns: columns.map((row) => String(row.name)), refersTo: references.map((row) => String(row.name)) };
}
