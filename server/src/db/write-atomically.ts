import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnusable } from './db.ts';

/**
 * Makes a file whole or not at all: `write` fills another one beside it, which takes the name once all of it is on the disk. Readable by its owner alone.
 * A file that is there already is refused, unless `replace` says otherwise.
 */
export async function writeAtomically<T>(file: string, { replace = false }, write: (part: string) => Promise<T>): Promise<T> {
  refuseExisting(file, replace);
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
    sync(dirname(file));
    return result;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    remove();
  }
}

function refuseExisting(file: string, replace: boolean): void {
  if (!replace && existsSync(file)) throw new DatabaseUnusable(`${file} is there already: choose another name, or put it aside first.`);
}

/** Until what was written to the file, or renamed in the folder, is on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
