import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder that only its owner can use, and the missing ones above it. `recursive` of `mkdirSync` never ends in a file system such as /proc, which reports that an existing folder is missing. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error; // another process may have created it
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
