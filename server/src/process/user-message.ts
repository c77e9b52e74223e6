import { CommandFailure } from '../cli/command.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../db/db.ts';
import { PagesMissing } from '../pages/pages.ts';
import { InvalidResumeFile } from '../resume/file.ts';
import { SettingError } from '../settings.ts';
import { SiteUnusable } from '../site/store.ts';

/** Errors whose message is a complete sentence for the admin. */
const explained = [SettingError, DatabaseUnusable, DatabaseUnavailable, PagesMissing, InvalidResumeFile, SiteUnusable, CommandFailure];

/** Returns a message for the command line if the admin can fix the error; undefined for a bug. */
export function userMessage(thrown: unknown): string | undefined {
  const error = thrown as NodeJS.ErrnoException & { port?: number };
  if (explained.some((kind) => error instanceof kind)) return error.message;
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. Stop the program that uses it, or choose another port with the setting PORT.`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `HOST or PORT cannot be used: ${error.message}.`;
  if (error.syscall === 'mkdir') return `DATA_DIR cannot be used: ${error.message}.`;
  if (error.code === 'ERR_SQLITE_ERROR') return `The database in DATA_DIR cannot be used: ${error.message}.`;
  if (error.syscall) return `${error.path ?? 'A file'} cannot be used: ${error.message}.`;
  return undefined;
}
