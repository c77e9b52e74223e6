import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as eventLoop } from 'node:timers/promises';
import { watchChanges } from '../changes.ts';
import { DatabaseUnusable, type Db, type OpenOptions, type Reader } from '../db.ts';
import { makeFolder } from '../make-folder.ts';
import { type Migration, ourMigrations, pending, readMigrations } from '../migrations.ts';
import { alteration, refuseAltered } from '../schema.ts';
import { sync } from '../write-atomically.ts';
import { explainFailure, translated } from './errors.ts';
import { writeQueue } from './group-commit.ts';
import { isLocked, whileLocked } from './locked.ts';
import { openFiles } from './open-files.ts';
import { walOf } from './real-files.ts';
import { sqliteDifferences } from './schema.ts';
import { snapshots } from './snapshots.ts';
import { readSqliteState, versionOf } from './state.ts';
import { statements } from './statements.ts';
import { truncateWal } from './wal.ts';

export const dialect = {
  engine: 'sqlite',
  id: 'text',
  instant: 'integer',
  bytes: 'blob',
  table: ' strict',
  eachSkill: "json_each(case when json_valid(profiles.skills) then profiles.skills else '[]' end)",
} as const;

/** Milliseconds that a statement of an open database, and the opening, wait for the lock of another process. */
const patience = { statement: 5_000, open: 30_000 };

/**
 * Opens an SQLite file; creates it if missing and runs pending migrations.
 *
 * One connection writes, behind a queue (group-commit.ts). Another one reads, so that reads neither wait for nor see an open transaction; the reads of one
 * event loop iteration share one snapshot. Neither blocks the event loop while another process holds a lock.
 *
 * Throws a DatabaseUnusable instead of migrating a file with an altered schema. If no migration is pending, calls `warn` instead.
 */
export async function openSqlite(file: string, options: OpenOptions = {}): Promise<Db> {
  const { warn, lockPatience = patience.statement, walInterval } = options;
  const { writer, reader } = await openConnections(file, options);
  const snapshot = snapshots(reader);
  const read = statements(reader);
  const dataVersion = reader.prepare('pragma data_version');
  const files = openFiles(file, { lost: () => wal.truncate(), warn });
  const queue = writeQueue(writer, { file, requireFiles: files.require, committed: snapshot.end, patience: lockPatience });
  const wal = truncateWal(writer, file, {
    endReads: snapshot.end,
    betweenBatches: queue.between,
    hasFiles: files.arePresent,
    interval: walInterval,
    warn,
  });

  async function reading<T>(statement: () => T): Promise<T> {
    const attempt = () => {
      snapshot.begin();
      return statement();
    };
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error)) throw translated(error, file);
      return await whileLocked(attempt, lockPatience).catch((error) => {
        throw translated(error, file);
      });
    }
  }
  const reads: Reader = {
    all: (sql, ...values) => reading(() => read(sql, ...values).all() as never[]),
    get: (sql, ...values) => reading(() => read(sql, ...values).get() as never),
  };
  const version = () => reading(() => String(dataVersion.get()?.data_version));
  const changes = watchChanges(version);
  return {
    engine: 'sqlite',
    ...reads,
    large: reads, // reads are synchronous, one at a time
    search: () => reads,
    run: queue.statement,
    transaction: queue.transaction,
    version,
    announce: changes.announce,
    watch: changes.watch,
    async ready() {
      files.require();
      await reads.get`select 1 as one`;
    },
    async close() {
      await changes.end();
      await queue.empty();
      snapshot.end();
      files.end();
      reader.close();
      try {
        wal.end();
      } catch (error) {
        warn?.(`${walOf(file)} was not copied into the database, which the next start does: ${(error as Error).message}.`); // a full disk
      }
      writer.close();
    },
  };
}

/** Opens both connections, and migrates the file. Throws a DatabaseUnusable if that fails, or if another process locks the file for too long. */
async function openConnections(
  file: string,
  { migrations: folder = ourMigrations, checkBeforeMigration, warn, lockPatience = patience.open }: OpenOptions,
) {
  const migrations = readMigrations(dialect, folder);
  const opened: DatabaseSync[] = [];
  try {
    const writer = await whileLocked(() => open(file), lockPatience);
    opened.push(writer);
    await whileLocked(() => requireIntact(writer, file), lockPatience);
    writer.exec(cacheSize);
    await whileLocked(() => checkBeforeMigration?.(readSqliteState(writer)), lockPatience);
    await whileLocked(() => migrate(writer, file, migrations), lockPatience);
    if (warn) warnOfAlteration(writer, file, migrations, warn);
    return { writer, reader: open(file, { readOnly: true }) };
  } catch (error) {
    for (const database of opened) database.close();
    throw error instanceof DatabaseUnusable ? error : unusable(file, error);
  }
}

/** Bytes. Larger files are not checked at start: a check of this size takes about a second. */
const maxCheckedSize = 256_000_000;

/** `cache_size` during the check, in negative kilobytes: each page is read only once. */
const checkCacheSize = -1000;

/**
 * Throws a DatabaseUnusable if the file is corrupt: truncated, partly overwritten, or copied while in use. Such a file can work for weeks and fail when the last
 * good backup is too old. Leaves the connection with a small page cache.
 */
function requireIntact(database: DatabaseSync, file: string): void {
  if (statSync(file).size > maxCheckedSize) return;
  database.exec(`pragma cache_size = ${checkCacheSize}`);
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (found === 'ok') return;
  throw new DatabaseUnusable(
    `The database file ${file} is damaged: ${found.split('\n').at(-1)}. Keep a copy, including its -wal and -shm files, and restore a backup.`,
  );
}

/** 32 MB page cache. */
const cacheSize = 'pragma cache_size = -32000';

/** Opens a connection without a busy timeout, which would block the event loop. */
function open(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  makeFolder(dirname(file));
  // Readable by its owner only, even in a shared folder; SQLite creates the WAL with the same permissions.
  if (!options.readOnly) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { ...options, timeout: 0, enableForeignKeyConstraints: true, defensive: true });
  try {
    // Overwrites deleted content, so that a deleted account cannot be read from free pages of the file. Slows down deletions only.
    if (!options.readOnly) database.exec('pragma journal_mode = wal; pragma secure_delete = on');
    database.exec(`pragma trusted_schema = off; pragma synchronous = full; pragma temp_store = memory; ${cacheSize}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const unusable = (file: string, cause: unknown) => new DatabaseUnusable(explainFailure(cause, file), { cause });

/**
 * Runs pending migrations in one transaction, after copying a file that has data to `FILE.before-NNNN`. Checks foreign keys only at the end, because dropping a
 * table to recreate it must not cascade to others (see "Making Other Kinds Of Table Schema Changes" on sqlite.org/lang_altertable.html).
 */
async function migrate(database: DatabaseSync, file: string, migrations: Migration[]): Promise<void> {
  const version = () => versionOf(database);
  if (pending(migrations, version()).length === 0) return;
  try {
    database.exec('pragma foreign_keys = off; begin immediate'); // if two processes start at the same time, the second one finds nothing to do
    const before = version();
    const steps = pending(migrations, before);
    if (steps.length > 0) refuseAltered(file, sqliteDifferences(database, migrations, before));
    if (before > 0 && steps.length > 0) copyTo(`${file}.before-${String(steps.at(-1)?.version).padStart(4, '0')}`, file);
    for (const step of steps) {
      await eventLoop(); // a stop signal ends the process here, and SQLite rolls back
      database.exec(step.sql);
      database.exec(`pragma user_version = ${step.version}`);
    }
    const orphan = database.prepare('pragma foreign_key_check').get();
    if (orphan) {
      throw new DatabaseUnusable(
        `The database file ${file} was not upgraded: a row of ${orphan.table} references a missing row of ${orphan.parent}. Delete such rows ("pragma foreign_key_check" lists them), or restore a backup.`,
      );
    }
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  } finally {
    database.exec('pragma foreign_keys = on');
  }
}

/** Warns instead of throwing, because an additional index should not stop the site. */
function warnOfAlteration(database: DatabaseSync, file: string, migrations: Migration[], warn: (sentence: string) => void): void {
  database.exec('begin');
  const sentence = alteration(file, sqliteDifferences(database, migrations, versionOf(database)));
  database.exec('commit');
  if (sentence) warn(`${sentence} "dev-connector restore", "backup" and upgrades refuse it.`);
}

/**
 * Copies the committed state of the file and renames the copy when it is complete. Called inside the migrating transaction, so no other process can write. Blocks
 * the event loop, because another connection of this process would wait for that transaction and deadlock.
 */
function copyTo(copy: string, file: string): void {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600)); // readable by its owner only, like the original
  const source = open(file, { readOnly: true });
  try {
    source.prepare('vacuum into ?').run(part);
    sync(part);
    renameSync(part, copy);
  } catch (error) {
    rmSync(part, { force: true }); // it would take space on a full disk
    throw error;
  } finally {
    source.close();
  }
}
