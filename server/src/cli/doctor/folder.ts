import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { databaseFile, databaseFolder } from '../../platform/db/open.ts';
import { temporaryProblem } from '../../platform/db/temporary-folder.ts';
import { loadLimits } from '../../platform/http/load/load-limits.ts';
import { rightsProblem } from '../../platform/process/data-folder.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatSize } from '../figures.ts';
import { type Finding, findings, preventing } from './finding.ts';

/** Checks the data folder: access, permissions and free disk space. With PostgreSQL, a site starts without it. */
export function checkFolder({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): Finding[] {
  const problem = rightsProblem(dataDir, 'write') ?? placeProblem(dataDir);
  if (problem) return databaseUrl ? findings('folder', [problem], '') : preventing('folder', [problem]);
  if (!existsSync(dataDir)) return findings('folder', [], `${dataDir} does not exist yet; the first start creates it`);
  return [
    ...findings('folder', permissionFaults(dataDir), dataDir),
    ...checkDiskSpace(
      databaseFolder({ dataDir, databaseUrl }),
      !databaseUrl && existsSync(databaseFile(dataDir)) ? statSync(databaseFile(dataDir)).size : 0,
    ),
  ];
}

/** Returns why there is no data folder and none can be created. The start creates missing parent folders too. */
function placeProblem(dataDir: string): string | undefined {
  let folder = resolve(dataDir);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return `DATA_DIR is ${dataDir}, ${folder === resolve(dataDir) ? 'which' : `but ${folder}`} is not a folder.`;
  const isMissing = folder !== resolve(dataDir);
  return isMissing && !canWrite(folder) ? `DATA_DIR is ${dataDir}, but the current user cannot create it in ${folder}.` : undefined;
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function permissionFaults(dataDir: string): string[] {
  const { mode } = statSync(dataDir);
  const faults: string[] = [];
  if (process.platform !== 'win32' && mode & 0o077)
    faults.push(
      `Other users of this machine can access ${dataDir}, which contains e-mail addresses and password hashes. Run chmod 700 ${dataDir}`,
    );
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK); // detects read-only file systems
  } catch (error) {
    faults.push(`${dataDir} cannot be written to: ${(error as Error).message}.`);
  }
  return faults;
}

function checkDiskSpace(folder: string, databaseSize: number): Finding[] {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, Math.max(loadLimits.disk.low, databaseSize)];
  const faults =
    free < needed
      ? [`Only ${formatSize(free)} is free in ${folder}. Keep at least ${formatSize(needed)} free for a copy of the database.`]
      : [];
  return findings('disk', faults, `${formatSize(free)} free`);
}

/** Checks the folder in which workers unpack fonts, and commands copy databases. */
export function checkTemporaryFolder({ dataDir }: Pick<Settings, 'dataDir'>): Finding[] {
  const problem = temporaryProblem();
  const faults = problem
    ? [`${problem} Set TMPDIR to another folder. Until then, the site draws PDFs and pictures in ${join(dataDir, 'tmp')}.`]
    : [];
  return findings('temporary', faults, tmpdir());
}
