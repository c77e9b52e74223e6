import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnusable } from './db.ts';

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
  closeSync(openSync(part, 'wx', 0o600));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const result = await write(part);
    sync(part);
    refuseExisting(file, replace);
    renameSync(part, file);
    if (process.platform !== 'win32') sync(dirname(file), 'r'); // Windows cannot flush folders
    return result;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
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
