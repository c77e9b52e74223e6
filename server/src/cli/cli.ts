import { printNote } from '../platform/log/escape.ts';
import { version } from '../platform/version.ts';
import { type Command, UsageError } from './command.ts';

/** Each command loads only what it needs. */
export const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  start: { summary: 'run the site', load: async () => (await import('./commands/start.ts')).start },
  backup: { summary: 'back up all data to one file while the site runs', load: async () => (await import('./commands/backup.ts')).backup },
  restore: { summary: 'restore a backup', load: async () => (await import('./commands/restore.ts')).restore },
  invite: { summary: 'create, list or revoke invitation links', load: async () => (await import('./commands/invite.ts')).invite },
  user: {
    summary: 'list, show, sign out or delete members, or reset a password',
    load: async () => (await import('./commands/user.ts')).user,
  },
  site: { summary: 'name the site, and set its look and its own pages', load: async () => (await import('./commands/site.ts')).site },
  tags: { summary: 'list, rename, merge or describe the tags of posts', load: async () => (await import('./commands/tags.ts')).tags },
  skills: { summary: 'list, set or remove aliases of skills', load: async () => (await import('./commands/skills.ts')).skills },
  jobs: { summary: 'list, retry or discard background jobs', load: async () => (await import('./commands/jobs.ts')).jobs },
  mail: { summary: 'send a test e-mail', load: async () => (await import('./commands/mail.ts')).mail },
  doctor: { summary: 'check this installation for problems', load: async () => (await import('./commands/doctor.ts')).doctor },
  move: { summary: 'copy all data to PostgreSQL, or back to one file', load: async () => (await import('./commands/move.ts')).move },
  adopt: {
    summary: 'use the database of the settings instead of the previous one',
    load: async () => (await import('./commands/adopt.ts')).adopt,
  },
  demo: { summary: 'fill an empty site with sample data', load: async () => (await import('./commands/demo.ts')).demo },
  format: { summary: 'format JSON by changing only white space', load: async () => (await import('./commands/format.ts')).format },
  openapi: { summary: 'print the OpenAPI document of the API', load: async () => (await import('./commands/openapi.ts')).openapi },
};

const help = `Dev Connector ${version}: a small social site for developers.

Usage: dev-connector COMMAND [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n')}

  dev-connector COMMAND --help shows the help of a command, --version prints the version.

Settings are environment variables; all are optional. "start" saves them in DATA_DIR, and the other commands use them; environment variables
take precedence. Data is stored in the folder DATA_DIR (default ./data), or in the PostgreSQL database DATABASE_URL if that is set.

Exit codes: 0 success, 1 failure, 2 usage error.`;

/** Runs a command of `dev-connector` and sets the exit code of the process. Prints an error message if the command fails. */
export async function main([name = '', ...args]: string[]): Promise<void> {
  // Once, however many commands run. A site does not end when its output cannot be written (process/output.ts).
  if (name !== 'start') process.stdout.off('error', handleStdoutError).on('error', handleStdoutError);
  try {
    process.exitCode = await run(name, args);
  } catch (error) {
    process.exitCode = await reportError(name, error as Error);
  }
}

async function run(name: string, args: string[]): Promise<number> {
  if (name === '--version' || name === '-v') console.log(version);
  else if (name === '--help' || name === '-h' || name === 'help' || name === '') (name ? console.log : console.error)(help);
  else {
    if (!Object.hasOwn(commands, name)) throw new UsageError(`Unknown command "${name}".`);
    return (await commands[name]?.load())?.(args) ?? 0;
  }
  return name ? 0 : 2;
}

/** Prints an error message and returns the exit code. */
async function reportError(name: string, error: NodeJS.ErrnoException): Promise<number> {
  if (error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS')) {
    const command = Object.hasOwn(commands, name) ? `${name} ` : '';
    // Node adds a hint about arguments that begin with a dash, which no command has.
    const message = error.message.replace(/^(Unknown option '.*')\. To specify a positional argument.*/s, '$1.');
    printNote(`${message}\nUsage: dev-connector ${command}--help`);
    return 2;
  }
  const [{ userMessage }, { stacks, withoutCredentials }] = await Promise.all([
    import('./user-message.ts'),
    import('../platform/log/log.ts'),
  ]);
  printNote(withoutCredentials(userMessage(error) ?? `Unexpected error: ${error.message}`));
  if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace') printNote(stacks(error));
  return 1;
}

/** Exits successfully if the reader closes the pipe, as in `… | head`. */
function handleStdoutError(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
