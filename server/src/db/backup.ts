import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';
import { type Contents, inspect, isInUse, openToRead, requireFile } from './sqlite-file.ts';
import { sync, writeAtomically } from './write-atomically.ts';

/** Told how far a copy is, in pages. */
export type OnProgress = (done: number, total: number) => void;

/** Pages copied at a time (16 MB): between two portions other work of this process goes on. */
const portion = 4096;

/**
 * Copies a database file as it is at this moment, while others read and write it. The copy is one plain file, checked from the first page to the last before
 * it takes its name.
 */
export async function backUp(
  source: string,
  target: string,
  options: { replace?: boolean; onProgress?: OnProgress } = {},
): Promise<Contents> {
  if (!existsSync(source)) throw new DatabaseUnusable(`There is no database at ${source}.`);
  return writeAtomically(target, options, async (part) => {
    await copyFile(source, part, options.onProgress);
    return inspect(part, source);
  });
}

export interface Restored extends Contents {
  /** Where the database that was there before is now. */
  replaced?: string | undefined;
}

/**
 * Puts the contents of a backup where the program looks for its database. A backup that is damaged, altered or of a newer program, and a target that is in use are refused;
 * so is one that exists, unless `replace` says otherwise: then it stays beside under another name.
 */
export async function restore(
  source: string,
  target: string,
  options: { replace?: boolean; onProgress?: OnProgress } = {},
): Promise<Restored> {
  requireFile(source);
  refuseTarget(target, options);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const aside = besides(target);
  try {
    return await writeAtomically(target, { replace: true }, async (part) => {
      await copyFile(source, part, options.onProgress);
      const contents = inspect(part, source);
      sync(part);
      refuseTarget(target, options);
      return { ...contents, replaced: aside.put() };
    });
  } catch (error) {
    aside.putBack();
    throw error;
  }
}

function refuseTarget(target: string, { replace = false }): void {
  if (isInUse(target)) throw new DatabaseUnusable(`${target} is in use: stop the site that runs on it first.`);
  if (existsSync(target) && !replace)
    throw new DatabaseUnusable(`There is a database already at ${target}. With --force it is put aside, and the backup takes its place.`);
}

/** Puts a database aside, with what SQLite keeps beside it. An orphaned WAL goes too: SQLite would play it into the file that comes in its place. */
function besides(target: string) {
  const moved: Array<[from: string, to: string]> = [];
  return {
    /** Says where the database is now, if there was one. */
    put(): string | undefined {
      const aside = `${target}.replaced-${new Date()
        .toISOString()
        .replace(/\.\d+Z$/, '')
        .replaceAll(':', '')}`;
      for (const ending of ['', '-wal', '-shm']) {
        if (!existsSync(target + ending)) continue;
        renameSync(target + ending, aside + ending);
        moved.push([target + ending, aside + ending]);
      }
      return existsSync(aside) ? aside : undefined;
    },
    putBack(): void {
      for (const [from, to] of moved) renameSync(to, from);
    },
  };
}

/** One state of the source, however much is written to it meanwhile, as a file that needs no other beside it. */
async function copyFile(source: string, target: string, onProgress: OnProgress = () => {}): Promise<void> {
  const from = openToRead(source);
  try {
    // A transaction that has read holds its state of the database: without it the copying would begin anew after every write of another process.
    from.exec('begin');
    from.prepare('select count(*) from sqlite_schema').get();
    await backup(from, target, {
      rate: portion,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    throw new DatabaseUnusable(`${source} cannot be copied: ${(error as Error).message}.`, { cause: error });
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
