import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { DatabaseUnusable, type Db, MissingReference, type Reader, type Transaction, type Value } from './db.ts';
import { pending, readMigrations } from './migrations.ts';

const dialect = { id: 'text', instant: 'integer', table: ' strict' };

/** How many writes that wait together may share one commit. */
const batchSize = 256;

/**
 * Opens (creating and migrating it) one SQLite file.
 *
 * One connection writes, behind a queue: writes that wait together run one after the other, each in its savepoint, and share one commit and its fsync;
 * each is answered after that commit. Another connection reads, so that no read waits for or sees an open transaction.
 */
export async function openSqlite(file: string): Promise<Db> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writer = open(file);
  await migrate(writer, file);
  const reader = open(file, { readOnly: true });
  const read = statements(reader);
  const queue = writeQueue(writer);
  return {
    engine: 'sqlite',
    all: async (sql, ...values) => read(sql).all(...(values as SQLInputValue[])) as never,
    get: async (sql, ...values) => read(sql).get(...(values as SQLInputValue[])) as never,
    run: (sql, ...values) => queue((tx) => tx.run(sql, ...values)),
    transaction: queue,
    async close() {
      await queue(async () => undefined); // what was accepted is written first
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { ...options, timeout: 5000, enableForeignKeyConstraints: true, defensive: true });
    if (!options.readOnly) database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full; pragma cache_size = -32000; pragma temp_store = memory');
    return database;
  } catch (error) {
    throw new DatabaseUnusable(
      `The database file ${file} cannot be opened: ${(error as Error).message}. Check its rights, or restore a backup.`,
      { cause: error },
    );
  }
}

/** Brings the file to the newest version in one transaction; a file that has data is copied to `FILE.before-NNNN` first. */
async function migrate(database: DatabaseSync, file: string): Promise<void> {
  const version = () => (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
  const migrations = readMigrations(dialect);
  const before = version();
  if (pending(migrations, before).length === 0) return;
  if (before > 0) {
    const copy = `${file}.before-${String(migrations.at(-1)?.version).padStart(4, '0')}`;
    await backup(database, `${copy}.part`);
    renameSync(`${copy}.part`, copy);
  }
  database.exec('begin immediate'); // another process may be starting too: whoever comes second finds nothing to do
  try {
    for (const migration of pending(migrations, version())) {
      database.exec(migration.sql);
      database.exec(`pragma user_version = ${migration.version}`);
    }
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Each call site's statement, prepared once and found by the identity of its template. */
function statements(database: DatabaseSync): (sql: TemplateStringsArray) => StatementSync {
  const prepared = new WeakMap<TemplateStringsArray, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = database.prepare(sql.join('?'));
      prepared.set(sql, statement);
    }
    return statement;
  };
}

interface Write {
  work: (tx: Transaction) => Promise<unknown>;
  settle: (outcome: { value: unknown } | { error: unknown }) => void;
}

function writeQueue(database: DatabaseSync): Db['transaction'] {
  const prepare = statements(database);
  const waiting: Write[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    while (waiting.length > 0) await commitTogether(database, prepare, waiting.splice(0, batchSize));
    draining = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as never)) });
      // A turn later, so that what else arrived in this one shares the commit.
      if (!draining) {
        draining = true;
        setImmediate(drain);
      }
    });
}

async function commitTogether(database: DatabaseSync, prepare: ReturnType<typeof statements>, writes: Write[]): Promise<void> {
  const outcomes: Array<{ value: unknown } | { error: unknown }> = [];
  try {
    database.exec('begin immediate');
    for (const { work } of writes) outcomes.push(await inSavepoint(database, prepare, work));
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    for (const { settle } of writes) settle({ error });
    return;
  }
  for (const [index, { settle }] of writes.entries()) settle(outcomes[index] as { value: unknown });
}

async function inSavepoint(database: DatabaseSync, prepare: ReturnType<typeof statements>, work: Write['work']) {
  const { tx, end } = transaction(prepare);
  database.exec('savepoint write_');
  try {
    const value = await work(tx);
    database.exec('release write_');
    return { value };
  } catch (error) {
    // A full disk or a failing one makes SQLite undo the whole transaction by itself: then none of the batch may be called done.
    if (!database.isTransaction) throw error;
    database.exec('rollback to write_; release write_');
    return { error };
  } finally {
    end();
  }
}

function transaction(prepare: ReturnType<typeof statements>): { tx: Transaction; end(): void } {
  let ended = false;
  // `.all()` even for one row: an `insert … returning` read with `.get()` is left unfinished and keeps the WAL from ever being checkpointed.
  const all = async (sql: TemplateStringsArray, ...values: Value[]) => {
    if (ended) throw new Error('This transaction has ended: a statement was not awaited');
    return sayMissing(() => prepare(sql).all(...(values as SQLInputValue[]))) as never[];
  };
  const get: Reader['get'] = async (sql, ...values) => (await all(sql, ...values))[0];
  const run: Transaction['run'] = async (sql, ...values) => {
    if (ended) throw new Error('This transaction has ended: a statement was not awaited');
    return Number(sayMissing(() => prepare(sql).run(...(values as SQLInputValue[]))).changes);
  };
  return {
    tx: { all, get, run, lock: get },
    end: () => {
      ended = true;
    },
  };
}

const foreignKeyFailed = 787; // SQLITE_CONSTRAINT_FOREIGNKEY

function sayMissing<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    if ((error as { errcode?: number }).errcode === foreignKeyFailed)
      throw new MissingReference('a row it refers to is gone', { cause: error });
    throw error;
  }
}
