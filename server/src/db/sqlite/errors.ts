import { DatabaseUnavailable, DuplicateKey, MissingReference } from '../db.ts';
import { isLocked } from './locked.ts';

const foreignKeyFailed = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
const uniqueFailed = [1555, 2067]; // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE
/** SQLITE_READONLY, IOERR, FULL, CANTOPEN: the disk is not writable. */
const unavailableCodes = [8, 10, 13, 14];
const primary = 0xff; // mask: the lowest byte of an extended result code is the primary code

/** Runs a statement and translates its error to one of db.ts. */
export function translateError<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    throw translated(error);
  }
}

/** Returns the error of db.ts for one of SQLite, or the error itself. */
export function translated(error: unknown): unknown {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode === foreignKeyFailed) return new MissingReference('the referenced row does not exist', { cause: error });
  if (errcode !== undefined && uniqueFailed.includes(errcode)) return new DuplicateKey('another row has this key', { cause: error });
  if (isLocked(error)) return new DatabaseUnavailable(lockedMessage, { cause: error });
  if ((errcode !== undefined && unavailableCodes.includes(errcode & primary)) || code === 'ERR_INVALID_STATE')
    return new DatabaseUnavailable('the database is unavailable', { cause: error });
  return error;
}

export const lockedMessage =
  'Another program has locked the database file, for example an upgrade, VACUUM or a shell. Wait until it has finished, or stop it.';
