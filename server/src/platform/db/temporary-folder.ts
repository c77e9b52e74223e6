import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Bytes that a temporary folder must have free: unpacked fonts take up to 10 MB for each worker. */
const neededBytes = 64_000_000;

/** Folder for temporary files: the one of the system, or `tmp` in the data folder if that cannot be written or is nearly full. */
export function temporaryFolder(dataDir?: string): string {
  const problem = temporaryProblem();
  if (problem === undefined || dataDir === undefined) return tmpdir();
  const own = join(dataDir, 'tmp');
  makeFolder(own);
  return own;
}

/** Returns what is wrong with the temporary folder of the system as a sentence, or undefined. */
export function temporaryProblem(): string | undefined {
  const folder = tmpdir();
  try {
    rmdirSync(mkdtempSync(join(folder, 'dev-connector-'))); // `access` does not find all reasons, for example that no inode is free
  } catch (error) {
    return `The temporary folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < neededBytes ? `The temporary folder ${folder} has less than ${neededBytes / 1e6} MB free.` : undefined;
}
