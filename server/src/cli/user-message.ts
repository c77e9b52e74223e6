import { PagesMissing } from '../features/pages/pages.ts';
import { InvalidResumeFile } from '../features/resume/file.ts';
import { SiteUnusable } from '../features/site/store.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../platform/db/db.ts';
import { explain, rejectedStatement } from '../platform/db/faults/fault.ts';
import { sqliteFault } from '../platform/db/faults/sqlite.ts';
import { systemFault } from '../platform/db/faults/system.ts';
import { SettingError } from '../platform/settings.ts';
import { CommandFailure } from './command.ts';

/** Errors whose message is a complete sentence for the admin. */
const explained = [SettingError, DatabaseUnusable, DatabaseUnavailable, PagesMissing, InvalidResumeFile, SiteUnusable, CommandFailure];

/** Returns a message for the command line if the admin can fix the error; undefined for a bug. */
export function userMessage(thrown: unknown): string | undefined {
  const error = thrown as NodeJS.ErrnoException & { port?: number };
  if (explained.some((kind) => error instanceof kind)) return error.message;
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. Stop the program that uses it, or choose another port with the setting PORT.`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `HOST or PORT cannot be used: ${error.message}.`;
  const fault = sqliteFault(error) ?? (error.code === 'ERR_SQLITE_ERROR' ? rejectedStatement : undefined);
  if (fault) return explain('The database', fault, error);
  const fileFault = error.syscall ? systemFault(error) : undefined;
  if (fileFault) return explain(error.path ?? 'A file', fileFault, error, error.path);
  if (error.syscall) return `${error.path ?? 'A file'} cannot be used: ${error.message}.`;
  return undefined;
}
