import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { DatabaseUnusable } from '../db/db.ts';
import { databaseFile } from '../db/open.ts';
import type { Settings } from '../settings.ts';

const { R_OK, W_OK, X_OK } = constants;

type Use = 'read' | 'write';

/** Refuses where this user may not use the data folder. The system's own words would send people looking for a damaged database, or for one that is gone. */
export function requireRights({ databaseUrl, dataDir }: Settings, use: Use): void {
  const problem = databaseUrl ? undefined : rightsProblem(dataDir, use);
  if (problem) throw new DatabaseUnusable(problem);
}

/** Why the user who runs this may not use the data folder, and what to do about it; undefined where they may, and where there is nothing there yet. */
export function rightsProblem(dataDir: string, use: Use): string | undefined {
  if (process.platform === 'win32') return undefined; // its rights are of another kind
  const file = databaseFile(dataDir);
  const rights = use === 'read' ? R_OK : R_OK | W_OK;
  const refused = isRefused(`${dataDir}/.`, rights | X_OK)
    ? dataDir
    : [file, `${file}-wal`, `${file}-shm`].find((path) => isRefused(path, rights));
  return refused && `${refused} may not be ${use === 'read' ? 'read' : 'written to'} by ${currentUser()}. ${permissionHint(dataDir)}`;
}

/** A path that is not there is refused to nobody; one in a folder that is closed to us is. */
function isRefused(path: string, rights: number): boolean {
  try {
    accessSync(path, rights);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function currentUser(): string {
  const uid = process.getuid?.();
  try {
    return `the user ${userInfo().username} (${uid}), who runs this`;
  } catch {
    return `the user ${uid}, who runs this`; // in a container it may have no name
  }
}

function permissionHint(dataDir: string): string {
  const owner = ownerOf(dataDir);
  if (owner === undefined) return 'Call this as the user that the site runs as.';
  if (owner === process.getuid?.()) return `Allow it to its owner again: chmod -R u+rwX ${dataDir}`;
  return `Call this as the folder's owner, whom the site runs as: sudo -u '#${owner}' dev-connector …`;
}

/** Undefined where it cannot be asked, in a folder that is closed to us. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
