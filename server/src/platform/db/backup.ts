import { existsSync, renameSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';
import { sqliteFault } from './faults/sqlite.ts';
import { identityTable } from './identity.ts';
import { makeFolder } from './make-folder.ts';
import { explainFailure } from './sqlite/errors.ts';
import { type Contents, inspect, isInUse, requireFile } from './sqlite/file.ts';
import { type OnNote, openToRead } from './sqlite/read-only.ts';
import { walSize } from './sqlite/real-files.ts';
import { sync, writeAtomically } from './write-atomically.ts';

/** Called with the progress of a copy, in pages. */
type OnProgress = (done: number, total: number) => void;

interface CopyOptions {
  onProgress?: OnProgress | undefined;
  onNote?: OnNote | undefined;
}

/** Pages copied per step (16 MB). The event loop runs between steps. */
const pagesPerStep = 4096;

/**
 * Copies a snapshot of a database file while other processes read and write it. The copy is a single file without a WAL; its integrity is checked before
 * it is renamed to `target`.
 */
export async function backUp(source: string, target: string, options: { replace?: boolean } & CopyOptions = {}): Promise<Contents> {
  if (!existsSync(source)) throw new DatabaseUnusable(`No database exists at ${source}.`);
  return writeAtomically(target, options, async (part) => {
    await copySnapshot(source, part, options);
    return inspect(part, source);
  });
}

export interface Restored extends Contents {
  /** New path of the database that the backup replaced. */
  replaced?: string | undefined;
}

/**
 * Restores a backup to `target`. Throws a DatabaseUnusable if the backup is damaged, has an altered schema or was made by a newer version, if the target is in
 * use, or if it exists and `replace` is not set. With `replace` the existing database is renamed, not deleted.
 */
export async function restore(source: string, target: string, options: { replace?: boolean } & CopyOptions = {}): Promise<Restored> {
  requireFile(source);
  refuseTarget(target, options);
  makeFolder(dirname(target));
  const renamer = databaseRenamer(target);
  try {
    return await writeAtomically(target, { replace: true }, async (part) => {
      await copySnapshot(source, part, options);
      const contents = inspect(part, source);
      unmark(part);
      sync(part);
      refuseTarget(target, options);
      return { ...contents, replaced: renamer.rename() };
    });
  } catch (error) {
    renamer.undo();
    throw error;
  }
}

/** A restored database is in use, even if its backup was made after a move. */
function unmark(file: string): void {
  const database = new DatabaseSync(file, { defensive: true });
  try {
    const hasIdentity = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(identityTable);
    if (hasIdentity) database.exec(`update ${identityTable} set moved_to = null, moved_at = null where moved_at is not null`);
  } finally {
    database.close();
  }
}

function refuseTarget(target: string, { replace = false }): void {
  if (isInUse(target)) throw new DatabaseUnusable(`${target} is in use: stop the site that runs on it first.`);
  if (existsSync(target) && !replace)
    throw new DatabaseUnusable(`A database already exists at ${target}. Pass --force to rename it and restore the backup in its place.`);
}

/** Renames a database together with its WAL and shared-memory files. SQLite would replay an orphaned WAL into the new file. */
function databaseRenamer(target: string) {
  const moved: Array<[from: string, to: string]> = [];
  return {
    /** Returns the new path of the database, or undefined if none existed. */
    rename(): string | undefined {
      const newPath = `${target}.replaced-${new Date()
        .toISOString()
        .replace(/\.\d+Z$/, '')
        .replaceAll(':', '')}`;
      for (const ending of ['', '-wal', '-shm']) {
        if (!existsSync(target + ending)) continue;
        renameSync(target + ending, newPath + ending);
        moved.push([target + ending, newPath + ending]);
      }
      return existsSync(newPath) ? newPath : undefined;
    },
    undo(): void {
      for (const [from, to] of moved) renameSync(to, from);
    },
  };
}

/** Copies a snapshot of the source to a single file, regardless of concurrent writes. */
export async function copySnapshot(source: string, target: string, { onProgress = () => {}, onNote }: CopyOptions = {}): Promise<void> {
  const from = openToRead(source, onNote);
  try {
    // An open read transaction pins the snapshot. Without it the backup would restart after each write by another process.
    from.exec('begin');
    from.prepare('select count(*) from sqlite_schema').get();
    await backup(from, target, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    throw copyFailure(error, source, target);
  } finally {
    from.close();
  }
  const copy = new DatabaseSync(target, { defensive: true });
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}

/** Explains why a copy failed. If the disk of the copy is full, says how much it needs. */
function copyFailure(error: unknown, source: string, target: string): DatabaseUnusable {
  const isFull = sqliteFault(error)?.full;
  const needed = statSync(source).size + walSize(source);
  const message = isFull
    ? `${target.replace(/\.\d+\.part$/, '')} ${spaceProblem(dirname(target), needed)}`
    : explainFailure(error, source, `${source} cannot be copied, because it`);
  return new DatabaseUnusable(message, { cause: error });
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e5) / 10} MB`;

/** Returns the end of a sentence about a file of about `needed` bytes that does not fit on the disk of `folder`. */
function spaceProblem(folder: string, needed: number): string {
  const { bavail, bsize } = statfsSync(folder);
  return `cannot be written, because its disk is full: it needs about ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free. Free space on the disk of ${folder}, or choose another disk.`;
}
