import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseUnusable } from '../db/db.ts';
import { databaseFile } from '../db/open.ts';
import { realFile, shmOf, walOf } from '../db/sqlite/real-files.ts';
import type { Settings } from '../settings.ts';

const { R_OK, W_OK, X_OK } = constants;

type Use = 'read' | 'write';

/** Throws a DatabaseUnusable if this user lacks permissions for the data folder. The system's own errors would suggest a damaged or missing database. */
export function requireRights({ databaseUrl, dataDir }: Settings, use: Use): void {
  const problem = databaseUrl ? undefined : rightsProblem(dataDir, use);
  if (problem) throw new DatabaseUnusable(problem);
}

/** Returns a message about missing permissions for the data folder, with a solution; undefined if there are none or the folder does not exist. */
export function rightsProblem(dataDir: string, use: Use): string | undefined {
  if (process.platform === 'win32') return undefined; // Windows has no POSIX permissions
  const file = databaseFile(dataDir);
  const mode = use === 'read' ? R_OK : R_OK | W_OK;
  const problem = (denied: string, folder: string) =>
    `${denied} cannot be ${use === 'read' ? 'read' : 'written'} by ${currentUser()}. ${permissionHint(folder)}`;
  const isDeniedFolder = (folder: string) => isDenied(`${folder}/.`, mode | X_OK);
  if (isDeniedFolder(dataDir)) return problem(dataDir, dataDir);
  const isLink = existsSync(file) && lstatSync(file).isSymbolicLink();
  const folder = isLink ? dirname(realFile(file)) : dataDir; // SQLite creates files in it
  if (isDeniedFolder(folder)) return problem(folder, folder);
  const denied = [file, walOf(file), shmOf(file)].find((path) => isDenied(path, mode));
  return denied && problem(denied, folder);
}

/** Returns whether access is denied: false for a missing path, true for a path in a folder without access. */
function isDenied(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function currentUser(): string {
  const uid = process.getuid?.();
  try {
    return `the current user ${userInfo().username} (${uid})`;
  } catch {
    return `the current user ${uid}`; // in a container the user may have no name
  }
}

function permissionHint(dataDir: string): string {
  const owner = ownerOf(dataDir);
  if (owner === undefined) return 'Run this command as the user that runs the site.';
  if (owner === process.getuid?.()) return `Restore the permissions of the owner: chmod -R u+rwX ${dataDir}`;
  return `Run this command as the owner of the folder: sudo -u '#${owner}' dev-connector …`;
}

/** Returns the owner's user id, or undefined if the parent folder denies access. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
