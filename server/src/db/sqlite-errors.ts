import { DatabaseUnavailable, MissingReference } from './db.ts';

const foreignKeyFailed = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
/** SQLITE_BUSY: another process has been writing for longer than the timeout. SQLITE_READONLY, IOERR, FULL, CANTOPEN: the disk takes nothing just now. */
const noAnswer = [5, 8, 10, 13, 14];
const primary = 0xff; // an extended result code carries the primary one in its lowest byte

/** Runs a statement; rethrows what it failed with in the words of the seam. */
export function translateError<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    const { errcode, code } = error as { errcode?: number; code?: string };
    if (errcode === foreignKeyFailed) throw new MissingReference('a row it refers to is gone', { cause: error });
    if ((errcode !== undefined && noAnswer.includes(errcode & primary)) || code === 'ERR_INVALID_STATE')
      throw new DatabaseUnavailable('the database does not answer', { cause: error });
    throw error;
  }
}
