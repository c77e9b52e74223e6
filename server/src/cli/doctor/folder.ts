import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { databaseFile } from '../../db/open.ts';
import { rightsProblem } from '../../process/data-folder.ts';
import { sizeInWords } from '../figures.ts';
import { type Finding, findings } from './finding.ts';

/** Bytes that should be free at least; more where the database is larger, since a backup or an upgrade copies it. */
const leastFree = 200_000_000;

/** The data folder: whether it can be used, by whom, and how much room there is. */
export function checkFolder(dataDir: string): Finding[] {
  const problem = rightsProblem(dataDir, 'write');
  if (problem) return findings('folder', [problem], '');
  if (!existsSync(dataDir)) {
    const parent = dirname(resolve(dataDir));
    if (!existsSync(parent)) return findings('folder', [`DATA_DIR is ${dataDir}, and there is no ${parent} to make it in.`], '');
    const faults = canWrite(parent) ? [] : [`DATA_DIR is ${dataDir}, and the user who runs this may not make it in ${parent}.`];
    return findings('folder', faults, `${dataDir} is not there yet; the first start makes it`);
  }
  if (!statSync(dataDir).isDirectory()) return findings('folder', [`DATA_DIR is ${dataDir}, which is no folder.`], '');
  return [...findings('folder', rightsFaults(dataDir), dataDir), ...checkRoom(dataDir)];
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function rightsFaults(dataDir: string): string[] {
  const { mode } = statSync(dataDir);
  const faults: string[] = [];
  if (process.platform !== 'win32' && mode & 0o077)
    faults.push(
      `${dataDir} is open to other people on this machine, with e-mail addresses and password hashes in it: chmod 700 ${dataDir}`,
    );
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK); // a disk that takes nothing, whoever asks
  } catch (error) {
    faults.push(`${dataDir} cannot be written to: ${(error as Error).message}.`);
  }
  return faults;
}

function checkRoom(dataDir: string): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const file = databaseFile(dataDir);
  const [free, needed] = [bavail * bsize, Math.max(leastFree, existsSync(file) ? statSync(file).size : 0)];
  const faults =
    free < needed
      ? [`Only ${sizeInWords(free)} are free in ${dataDir}; ${sizeInWords(needed)} should be, for a copy of the database.`]
      : [];
  return findings('disk', faults, `${sizeInWords(free)} free`);
}
