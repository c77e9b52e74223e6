import { DatabaseUnusable } from './db/db.ts';
import { PagesMissing } from './pages.ts';
import { ResumeUnusable } from './resume/read.ts';
import { SettingError } from './settings.ts';

/** Failures whose message is a whole sentence for whoever starts the site. */
const people = [SettingError, DatabaseUnusable, PagesMissing, ResumeUnusable];

/** The sentence for a person at the command line, where the failure is one that they can mend; undefined for a fault of ours. */
export function explain(thrown: unknown): string | undefined {
  const error = thrown as NodeJS.ErrnoException & { port?: number };
  if (people.some((kind) => error instanceof kind)) return error.message;
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. Stop the program that uses it, or choose another port with the setting PORT.`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `HOST or PORT cannot be used: ${error.message}.`;
  if (error.syscall === 'mkdir') return `DATA_DIR cannot be used: ${error.message}.`;
  if (error.code === 'ERR_SQLITE_ERROR') return `The database in DATA_DIR cannot be used: ${error.message}.`;
  if (error.code?.startsWith('ERR_PARSE_ARGS')) return error.message;
  return undefined;
}
