import { dirname } from 'node:path';
import { DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../db.ts';

/** A kind of failure of a database or a disk, and its remedy. sqlite.ts, postgres.ts and system.ts list them by the codes of their source. */
export interface Fault {
  /** Follows the name of the database or file: `cannot be written, because its disk is full`. */
  problem: string;
  /** One or more sentences for the admin. `{file}` and `{folder}` stand for the database file or the path that failed, and its folder. */
  remedy: string;
  /** Whether it can pass without a restart: requests that need it are answered 503, and the site continues. */
  temporary: boolean;
  /** Whether there is no space: writes are answered `diskFull`. */
  full?: true;
}

/** Free space that a site needs: with less, its members cannot write (http/load/load-limits.ts). */
export const neededSpace = '200 MB';

/** Returns sentences that name the failure, its cause and its remedy. `subject` is the name of the database or file, `file` its path. */
export function explain(subject: string, { problem, remedy }: Fault, cause: unknown, file = ''): string {
  // Node tries all addresses of a host, and lists the failures in an error without a message.
  const { message: own, errors = [] } = cause as AggregateError;
  const message = own || errors.map((error: Error) => error.message).join('; ');
  const folder = file === '' ? 'its folder' : dirname(file);
  const filled = (text: string) => text.replaceAll('{file}', file || 'the file').replaceAll('{folder}', folder);
  return `${subject} ${filled(problem)}: ${message.trim().replace(/\.$/, '')}. ${filled(remedy)}`;
}

/** Returns the error of a statement: a DatabaseUnavailable if the fault can pass, or a DatabaseUnusable. */
export function toError(subject: string, fault: Fault, cause: unknown, file?: string): Error {
  const message = explain(subject, fault, cause, file);
  if (fault.full) return new DiskFull(message, { cause });
  return fault.temporary ? new DatabaseUnavailable(message, { cause }) : new DatabaseUnusable(message, { cause });
}

/** The fault of a statement that the database rejected: the schema differs, or the program is wrong. */
export const rejectedStatement: Fault = {
  problem: 'does not accept a statement of this program',
  remedy:
    'Run "dev-connector doctor": if it finds an altered schema, undo the change or restore a backup; otherwise, please report this as a bug.',
  temporary: false,
};
