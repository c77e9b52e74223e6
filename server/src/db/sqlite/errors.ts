import { DatabaseUnavailable, DuplicateKey, MissingReference } from '../db.ts';

const foreignKeyFailed = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
const uniqueFailed = [1555, 2067]; // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE
/** SQLITE_BUSY: another process holds the write lock for longer than the timeout. SQLITE_READONLY, IOERR, FULL, CANTOPEN: the disk is not writable. */
const unavailableCodes = [5, 8, 10, 13, 14];
const primary = 0xff; // mask: the lowest byte of an extended result code is the primary code

/** Runs a statement and translates its error to one of db.ts. */
export function translateError<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    const { errcode, code } = error as { errcode?: number; code?: string };
    if (errcode === foreignKeyFailed) throw new MissingReference('the referenced row does not exist', { cause: error });
    if (errcode !== undefined && uniqueFailed.includes(errcode)) throw new DuplicateKey('another row has this key', { cause: error });
    if ((errcode !== undefined && unavailableCodes.includes(errcode & primary)) || code === 'ERR_INVALID_STATE')
      throw new DatabaseUnavailable('the database is unavailable', { cause: error });
    throw error;
  }
}
