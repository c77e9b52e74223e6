import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseUnusable } from '../db.ts';
import { sqliteFault } from '../faults/sqlite.ts';
import { explainFailure } from './errors.ts';
import { isLocked } from './locked.ts';
import { walOf, walSize } from './real-files.ts';

/** Called with a sentence about how a file is read that cannot be opened as usual. */
export type OnNote = (sentence: string) => void;

const settings = 'pragma trusted_schema = off; pragma query_only = on; pragma cache_size = -64000';

/**
 * Opens a file for reading, with `query_only`. A read-only connection would leave its -wal and -shm files behind, which block a site that runs as another user.
 *
 * To read a database in WAL mode, SQLite writes to -shm. Where it cannot, because the disk is read-only or full or the folder belongs to another user, no site
 * runs on the file (one that does has made -shm, which is enough): it is read in place if it has no log, otherwise as a copy in the temporary folder.
 */
export function openToRead(file: string, onNote: OnNote = () => {}): DatabaseSync {
  try {
    return opened(file);
  } catch (error) {
    const fault = sqliteFault(error);
    if (!fault?.temporary || isLocked(error) || !existsSync(file)) throw unreadable(file, error);
  }
  try {
    return walSize(file) > 0 ? openCopy(file, onNote) : openInPlace(file, onNote);
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : unreadable(file, error);
  }
}

/** Reads the first page, because SQLite opens files on demand. */
function opened(location: string | URL): DatabaseSync {
  const database = new DatabaseSync(location, { timeout: 5000, defensive: true });
  try {
    database.exec(`${settings}; select count(*) from sqlite_schema`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file without taking locks or creating a -shm file. No other process may write to it meanwhile. */
function openInPlace(file: string, onNote: OnNote): DatabaseSync {
  const url = pathToFileURL(resolve(file));
  url.search = 'immutable=1';
  const database = opened(url);
  onNote(`${file} was read in place and without locks, because its folder cannot be written.`);
  return database;
}

/** The copy is deleted at once: SQLite keeps it open. */
function openCopy(file: string, onNote: OnNote): DatabaseSync {
  const folder = copiedToTemporaryFolder(file);
  try {
    const database = opened(join(folder, basename(file)));
    onNote(`${file} and its log were copied to the temporary folder and read there, because their folder cannot be written.`);
    return database;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Codes of a disk or network file system that fails: probably that of the database. */
const diskFailures = ['EIO', 'ESTALE'];

function copiedToTemporaryFolder(file: string): string {
  const wal = walOf(file);
  for (const path of [file, wal]) accessSync(path, constants.R_OK);
  let folder = '';
  try {
    folder = mkdtempSync(join(tmpdir(), 'dev-connector-read-'));
    const copy = join(folder, basename(file));
    copyFileSync(file, copy);
    copyFileSync(wal, `${copy}-wal`);
    return folder;
  } catch (error) {
    if (folder) rmSync(folder, { recursive: true, force: true });
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (diskFailures.includes(code)) throw error;
    throw new DatabaseUnusable(
      `${file} has a log and is in a folder that cannot be written, so it must be copied to the temporary folder ${tmpdir()}, which failed: ${message}. Set TMPDIR to a writable folder with enough space.`,
      { cause: error },
    );
  }
}

const unreadable = (file: string, cause: unknown) => new DatabaseUnusable(explainFailure(cause, file, file), { cause });
