import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseUnusable } from './db.ts';
import { explain } from './faults/fault.ts';
import { sqliteFault } from './faults/sqlite.ts';
import { systemFault } from './faults/system.ts';

/**
 * Writes a file atomically: `write` fills a temporary file in the same folder, which is renamed after an fsync. Only its owner can read it.
 * Throws a DatabaseUnusable if the folder does not exist, or if the file exists and `replace` is not set.
 */
export async function writeAtomically<T>(file: string, { replace = false }, write: (part: string) => Promise<T>): Promise<T> {
  refuseExisting(file, replace);
  if (!existsSync(dirname(file)))
    throw new DatabaseUnusable(`The folder ${dirname(file)} does not exist: create it, or choose another one.`);
  const part = `${file}.${process.pid}.part`;
  const remove = () => {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(part + ending, { force: true });
  };
  const interrupted = () => {
    remove();
    process.exit(1);
  };
  remove();
  removeLeftovers(file);
  closeSync(openSync(part, 'wx', 0o600));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const result = await write(part);
    sync(part);
    refuseExisting(file, replace);
    renameSync(part, file);
    syncFolder(file);
    return result;
  } catch (error) {
    const fault = sqliteFault(error) ?? systemFault(error);
    throw fault?.full ? new DatabaseUnusable(explain(file, fault, error, file), { cause: error }) : error;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
}

/** Replaces a small file atomically and durably: after a crash or on a full disk, it has either its old or its new content. Only its owner can read it. */
export function writeSmallFile(file: string, content: string): void {
  const part = `${file}.${process.pid}.part`;
  removeLeftovers(file);
  try {
    writeFileSync(part, content, { mode: 0o600, flush: true });
    renameSync(part, file);
    syncFolder(file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Milliseconds after which an unfinished file may be a leftover: another process could be about to rename a newer one. */
const leftoverAge = 60_000;

/** Deletes the temporary files of a process that ended before it could rename or delete them. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid =
      name.startsWith(`${basename(file)}.`) && /^\.(\d+)\.part(?:-wal|-shm|-journal)?$/.exec(name.slice(basename(file).length))?.[1];
    if (!pid || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (Date.now() - mtimeMs > leftoverAge) rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}

/** Flushes the renames in the folder of a file. Windows cannot flush folders. */
function syncFolder(file: string): void {
  if (process.platform !== 'win32') sync(dirname(file), 'r');
}

function refuseExisting(file: string, replace: boolean): void {
  if (!replace && existsSync(file)) throw new DatabaseUnusable(`${file} already exists: choose another name, or move it first.`);
}

/** Flushes a file to the disk, which needs write access on Windows, or with `r` the renames in a folder. */
export function sync(path: string, flags: 'r' | 'r+' = 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
