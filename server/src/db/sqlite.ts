import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refuseDamaged } from './damage.ts';
import { DatabaseUnusable, type Db, type OpenOptions } from './db.ts';
import { eventLoopTick } from './event-loop-tick.ts';
import { type Migration, ourMigrations, pending, readMigrations } from './migrations.ts';
import { alteration, refuseAltered } from './schema.ts';
import { translateError } from './sqlite-errors.ts';
import { writeQueue } from './sqlite-group-commit.ts';
import { sqliteDifferences } from './sqlite-schema.ts';
import { statements } from './sqlite-statements.ts';

export const dialect = { engine: 'sqlite', id: 'text', instant: 'integer', table: ' strict' } as const;

/** Milliseconds to wait for another process that writes. */
const busyTimeout = 5000;

/**
 * Opens (creating and migrating it) one SQLite file.
 *
 * One connection writes, behind a queue (sqlite-writes.ts). Another reads, so that no read waits for or sees an open transaction; the reads of one turn of the event loop
 * share one snapshot.
 *
 * Refuses to upgrade a file whose schema was altered; where there is nothing to upgrade, `warn` is called with a sentence about it.
 */
export async function openSqlite(file: string, { migrations: folder = ourMigrations, warn }: OpenOptions = {}): Promise<Db> {
  const migrations = readMigrations(dialect, folder);
  const writer = open(file);
  try {
    refuseDamaged(writer, file);
    writer.exec(usualCache);
    migrate(writer, file, migrations);
    if (warn) warnOfAlteration(writer, file, migrations, warn);
  } catch (error) {
    writer.close();
    throw error instanceof DatabaseUnusable ? error : unusable(file, error);
  }
  const reader = open(file, { readOnly: true });
  const snapshot = snapshots(reader);
  const read = statements(reader);
  const queue = writeQueue(writer, snapshot.end);
  return {
    engine: 'sqlite',
    all: async (sql, ...values) =>
      translateError(() => {
        snapshot.begin();
        return read(sql).all(values) as never;
      }),
    get: async (sql, ...values) =>
      translateError(() => {
        snapshot.begin();
        return read(sql).get(values) as never;
      }),
    run: queue.statement,
    transaction: queue.transaction,
    async close() {
      await queue.empty(); // what was accepted is written first
      snapshot.end();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

/** 32 MB of pages. */
const usualCache = 'pragma cache_size = -32000';

function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Its owner's alone also where the folder is not; what SQLite puts beside it has the same rights.
    if (!options.readOnly) closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file, { ...options, timeout: busyTimeout, enableForeignKeyConstraints: true, defensive: true });
    // What is deleted is overwritten, so that no deleted account stays readable in the file's free pages. Only deletions pay for it.
    if (!options.readOnly) database.exec('pragma journal_mode = wal; pragma secure_delete = on');
    database.exec(`pragma trusted_schema = off; pragma synchronous = full; pragma temp_store = memory; ${usualCache}`);
    return database;
  } catch (error) {
    throw unusable(file, error);
  }
}

const unusable = (file: string, cause: unknown) =>
  new DatabaseUnusable(`The database file ${file} cannot be used: ${(cause as Error).message}. Check its rights, or restore a backup.`, {
    cause,
  });

/**
 * Brings the file to the newest version in one transaction; a file that has data is copied to `FILE.before-NNNN` first. Foreign keys are looked at when all is
 * done, and not before: a step may make a table anew, which dropping the old one must not empty others for (sqlite.org/lang_altertable.html, section 7).
 */
function migrate(database: DatabaseSync, file: string, migrations: Migration[]): void {
  const version = () => versionOf(database);
  if (pending(migrations, version()).length === 0) return;
  database.exec('pragma foreign_keys = off; begin immediate'); // another process may be starting too: whoever comes second finds nothing to do
  try {
    const before = version();
    const steps = pending(migrations, before);
    if (steps.length > 0) refuseAltered(file, sqliteDifferences(database, migrations, before));
    if (before > 0 && steps.length > 0) copyTo(`${file}.before-${String(steps.at(-1)?.version).padStart(4, '0')}`, file);
    for (const step of steps) {
      database.exec(step.sql);
      database.exec(`pragma user_version = ${step.version}`);
    }
    const orphan = database.prepare('pragma foreign_key_check').get();
    if (orphan) {
      throw new DatabaseUnusable(
        `The database file ${file} was not upgraded, and is as it was: a row of ${orphan.table} refers to one of ${orphan.parent} that is not there. Delete such rows (SQLite's own "pragma foreign_key_check" lists them), or restore a backup.`,
      );
    }
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  } finally {
    database.exec('pragma foreign_keys = on');
  }
}

const versionOf = (database: DatabaseSync) => (database.prepare('pragma user_version').get() as { user_version: number }).user_version;

/** Only a warning: an index that an administrator added should not take the site down. */
function warnOfAlteration(database: DatabaseSync, file: string, migrations: Migration[], warn: (sentence: string) => void): void {
  database.exec('begin');
  const sentence = alteration(file, sqliteDifferences(database, migrations, versionOf(database)));
  database.exec('commit');
  if (sentence) warn(`${sentence} "dev-connector restore", "backup" and upgrades refuse it.`);
}

/**
 * Copies the file as it is committed, whole or not at all. The migrating transaction is open already, so nobody else is changing it; and the copy is made
 * in one go, without giving way, because another connection of this process would wait for that transaction and keep us from ever going on.
 */
function copyTo(copy: string, file: string): void {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  const source = open(file, { readOnly: true });
  try {
    source.prepare('vacuum into ?').run(part);
  } finally {
    source.close();
  }
  const descriptor = openSync(part, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, copy);
}

/**
 * One read transaction for all that is read in one turn of the event loop: taking and giving back the file's lock costs twice what finding a row by id does.
 * It begins with the turn's first read, and ends with the turn or when this process has committed, whichever is sooner. The turn ends before the next poll
 * for requests, so a request sees whatever was committed before it came in, by this process or another.
 */
function snapshots(database: DatabaseSync): { begin(): void; end(): void } {
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')];
  let open = false;
  let turn = 0;
  const end = () => {
    if (!open) return;
    open = false;
    commit.run();
  };
  return {
    begin() {
      const now = eventLoopTick();
      if (open && turn === now) return;
      end(); // one that began after its turn's immediates would else last until the next turn's
      begin.run();
      open = true;
      turn = now;
      setImmediate(end);
    },
    end,
  };
}
