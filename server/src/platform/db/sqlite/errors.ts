import { DatabaseUnavailable, DuplicateKey, MissingReference } from '../db.ts';
import { explain, rejectedStatement, toError } from '../faults/fault.ts';
import { sqliteFault } from '../faults/sqlite.ts';
import { systemFault } from '../faults/system.ts';
import { realFile } from './real-files.ts';

const foreignKeyFailed = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
const uniqueFailed = [1555, 2067]; // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE

const shown = (file: string) => `The database file ${file}`;

/** Runs a statement on the database file and translates its error to one of db.ts. */
export function translateError<T>(statement: () => T, file: string): T {
  try {
    return statement();
  } catch (error) {
    throw translated(error, file);
  }
}

/** Returns the error of db.ts for one of SQLite, or the error itself. */
export function translated(error: unknown, file: string): unknown {
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode === foreignKeyFailed) return new MissingReference('the referenced row does not exist', { cause: error });
  if (errcode !== undefined && uniqueFailed.includes(errcode)) return new DuplicateKey('another row has this key', { cause: error });
  if (code === 'ERR_INVALID_STATE')
    return new DatabaseUnavailable(`${shown(file)} is unavailable: the site has closed it.`, { cause: error });
  const fault = sqliteFault(error);
  return fault ? toError(shown(file), fault, error, realFile(file)) : error;
}

/** Explains why a database file cannot be opened, upgraded, read or copied. */
export const explainFailure = (error: unknown, file: string, subject = shown(file)): string =>
  explain(subject, sqliteFault(error) ?? systemFault(error) ?? rejectedStatement, error, realFile(file));
