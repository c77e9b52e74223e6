import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseMoved } from '../db.ts';
import { shmOf, walOf } from './real-files.ts';

export interface OpenFiles {
  /** Throws a DatabaseMoved unless the database and its -wal and -shm are still at their paths. Takes a few microseconds. */
  require(): void;
  /** Returns whether they are. */
  arePresent(): boolean;
  /** Ends the watch: closing the last connection deletes -wal and -shm. */
  end(): void;
}

export interface OpenFilesOptions {
  /** Called once when a file is lost. */
  lost: () => void;
  /** Called with a sentence when a file is lost, and when all are back. */
  warn?: ((sentence: string) => void) | undefined;
}

/**
 * Watches the files of an open database. SQLite writes to the open files, whatever has happened to their paths: into a deleted one, a write would succeed and be
 * lost. SQLite compares device and inode as well, but not in WAL mode.
 */
export function openFiles(path: string, { lost, warn }: OpenFilesOptions): OpenFiles {
  const file = resolve(path);
  let opened = [file, walOf(file), shmOf(file)].map((path) => ({ path, identity: identityOf(path) }));
  let missing: string | undefined;
  const watched: OpenFiles = {
    require() {
      const before = missing;
      missing = opened.find(({ path, identity }) => identity !== undefined && identityOf(path, identity) !== identity)?.path;
      if (missing === undefined) {
        if (before !== undefined) warn?.(`${before} is back at its path: the site writes again.`);
        return;
      }
      const message = `${missing} was moved, replaced or deleted while the site runs, so writes are refused. Move it back, or restart the site to use the file that is there then.`;
      if (before === undefined) {
        lost();
        warn?.(`${message}${rescue(opened[0]?.identity)}`);
      }
      throw new DatabaseMoved(message);
    },
    arePresent() {
      try {
        watched.require();
        return true;
      } catch {
        return false;
      }
    },
    end() {
      opened = [];
      missing = undefined;
    },
  };
  return watched;
}

/** Device and inode; undefined if nothing is at the path. A path that this user may no longer access counts as unchanged: returns `ifDenied`. */
function identityOf(path: string, ifDenied?: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '') ? ifDenied : undefined;
  }
}

/** The command that copies a deleted database, on Linux: the process still has it open. */
function rescue(identity: string | undefined): string {
  try {
    const folder = `/proc/${process.pid}/fd`;
    const descriptor = readdirSync(folder).find((name) => identityOf(`${folder}/${name}`) === identity);
    return descriptor ? ` Until the site stops, "cp ${folder}/${descriptor} FILE" saves all data if the file was deleted.` : '';
  } catch {
    return '';
  }
}
