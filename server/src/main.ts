import { accessSync, constants, mkdirSync } from 'node:fs';
import { buildApp, type Mount } from './app.ts';
import { DatabaseUnusable } from './db/db.ts';
import { openDb } from './db/open.ts';
import { keepAlive } from './keep-alive.ts';
import { builtPages, PagesMissing } from './pages.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { terminalLog } from './terminal.ts';

/** Milliseconds that open requests have to finish once the process is asked to stop. */
const drainLimit = 8_000;

/** Runs the site until it is told to stop. What keeps it from starting is said in one sentence, and ends the process with 1. */
export async function run(pages: Mount = builtPages): Promise<void> {
  try {
    await start(readSettings(), pages);
  } catch (error) {
    console.error(explain(error as NodeJS.ErrnoException) ?? error);
    process.exit(1);
  }
}

async function start(settings: Settings, pages: Mount): Promise<void> {
  if (!settings.databaseUrl) makeDataFolder(settings.dataDir);
  const db = await openDb(settings);
  const logger = { level: settings.logLevel, ...(process.stdout.isTTY && { stream: terminalLog(process.stdout) }) };
  const app = await buildApp({ settings, db, pages, logger });
  const address = await app.listen({ host: settings.host, port: settings.port });
  console.log(`Dev Connector is at ${address.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0)/, '//localhost')}`);
  const ping = settings.keepAliveUrl ? keepAlive(settings.keepAliveUrl, app.log) : undefined;

  let stopping = false;
  const stop = async () => {
    if (stopping) return; // one Ctrl-C may reach us twice: from the terminal, and through npm
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), drainLimit).unref();
    ping?.stop();
    await app.close();
    await db.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SettingError(`DATA_DIR cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

/** The sentence for a person who starts the site, where the failure is one that they can mend. */
function explain(error: NodeJS.ErrnoException & { port?: number; address?: string }): string | undefined {
  if (error instanceof SettingError || error instanceof DatabaseUnusable || error instanceof PagesMissing) return error.message;
  if (error.code === 'ERR_SQLITE_ERROR') return `The database in DATA_DIR cannot be used: ${error.message}.`;
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. Stop the program that uses it, or choose another port with the setting PORT.`;
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `HOST or PORT cannot be used: ${error.message}.`;
  return undefined;
}
