import { version } from '../version.ts';
import { type Command, printNote, UsageError } from './command.ts';

/** Each command loads only what it needs. */
export const commands: Record<string, { about: string; load: () => Promise<Command> }> = {
  start: { about: 'run the site', load: async () => (await import('./start.ts')).start },
  backup: { about: 'copy everything to one file, while the site runs', load: async () => (await import('./backup.ts')).backup },
  restore: { about: 'bring a backup back', load: async () => (await import('./restore.ts')).restore },
  invite: { about: 'make a link with which people can sign up', load: async () => (await import('./invite.ts')).invite },
  user: {
    about: 'list, show, sign out or delete members, help with a forgotten password',
    load: async () => (await import('./user.ts')).user,
  },
  doctor: { about: 'look for what is wrong with this installation', load: async () => (await import('./doctor.ts')).doctor },
  move: { about: 'move everything to PostgreSQL, or back to one file', load: async () => (await import('./move.ts')).move },
  demo: { about: 'fill an empty site with made-up people', load: async () => (await import('./demo.ts')).demo },
  format: { about: 'format JSON, changing nothing but white space', load: async () => (await import('./format.ts')).format },
  openapi: { about: 'print the description of the API', load: async () => (await import('./openapi.ts')).openapi },
};

const help = `Dev Connector ${version}: a small social site for developers.

  dev-connector COMMAND [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}

  dev-connector COMMAND --help tells more; --version prints the version.

Settings come from the environment, and none is needed. All data are in the folder that DATA_DIR names (./data),
or in the PostgreSQL database that DATABASE_URL names.

Exit codes: 0 done, 1 failed, 2 wrong use.`;

/** The program `dev-connector`: runs one command, and leaves its exit code to the process. What failed is said in a sentence. */
export async function main([name = '', ...args]: string[]): Promise<void> {
  process.stdout.on('error', whenNobodyReads);
  try {
    process.exitCode = await run(name, args);
  } catch (error) {
    process.exitCode = await complain(name, error as Error);
  }
}

async function run(name: string, args: string[]): Promise<number> {
  if (name === '--version' || name === '-v') console.log(version);
  else if (name === '--help' || name === '-h' || name === 'help' || name === '') (name ? console.log : console.error)(help);
  else {
    if (!Object.hasOwn(commands, name)) throw new UsageError(`There is no command "${name}".`);
    return (await commands[name]?.load())?.(args) ?? 0;
  }
  return name ? 0 : 2;
}

/** @returns the exit code. */
async function complain(name: string, error: NodeJS.ErrnoException): Promise<number> {
  if (error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS')) {
    const known = Object.hasOwn(commands, name) ? `${name} ` : '';
    printNote(`${error.message}\nHow it is used: dev-connector ${known}--help`);
    return 2;
  }
  const [{ explain }, { stacks, withoutCredentials }] = await Promise.all([import('../process/explain.ts'), import('../log/log.ts')]);
  printNote(withoutCredentials(explain(error) ?? `Something failed that should not have: ${error.message}`));
  if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace') printNote(stacks(error));
  return 1;
}

/** `… | head` has read enough: that is no failure. */
function whenNobodyReads(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
}
