import { setFlagsFromString } from 'node:v8';
import { buildApp, type Mount } from './app.ts';
import { print, printNote } from './cli/command.ts';
import { databaseFile, openDb } from './db/open.ts';
import { isInUse } from './db/sqlite-file.ts';
import { stacks } from './log/log.ts';
import { terminalLog } from './log/terminal.ts';
import { builtPages } from './pages/pages.ts';
import { banner } from './process/banner.ts';
import { requireRights } from './process/data-folder.ts';
import { waitForProxies } from './process/drain-delay.ts';
import { handleProcessErrors } from './process/error-handlers.ts';
import { explain } from './process/explain.ts';
import { keepAlive } from './process/keep-alive.ts';
import { readSettings } from './settings.ts';

/** Milliseconds that open requests have to finish once the process is asked to stop. */
const drainLimit = 8_000;
/** Milliseconds after which the process ends, whatever is still open. */
const endLimit = 10_000;

/** Connections that the kernel holds until they are accepted: when there are more, clients wait a second and try again. Linux allows 4,096. */
const backlog = 4_096;

/** Runs the site until it is told to stop. What keeps it from starting is said in one sentence, and ends the process with 1. */
export async function run(pages: Mount): Promise<void> {
  try {
    await serve(pages);
  } catch (error) {
    printNote(explain(error) ?? stacks(error));
    process.exit(1);
  }
}

/** Runs the site; resolves once it listens, and from then on a signal ends the process. */
export async function serve(pages: Mount = builtPages): Promise<void> {
  const settings = readSettings();
  requireRights(settings, 'write');
  const shared = !settings.databaseUrl && isInUse(databaseFile(settings.dataDir));
  const warnings: string[] = [];
  const db = await openDb(settings, { warn: (sentence) => warnings.push(sentence) });
  // A person at a terminal sees each request; a service's log holds what somebody should know.
  const level = process.stdout.isTTY && settings.logLevel === 'info' ? 'debug' : settings.logLevel;
  const logger = { level, ...(process.stdout.isTTY && { stream: terminalLog(process.stdout) }) };
  let hurried = false;
  const app = await buildApp({
    settings,
    db,
    logger,
    pages: async (app, dependencies) => {
      app.addHook('preClose', async () => {
        if (!hurried) await waitForProxies(app.server); // what a hook answers with, Fastify takes for a failure
      });
      await pages(app, dependencies);
    },
  });
  const address = await app.listen({ host: settings.host, port: settings.port, backlog }).catch(async (error) => {
    await app.close(); // the port of the metrics would keep the process alive
    throw error;
  });
  setFlagsFromString('--semi-space-growth-factor=2'); // V8's own value, which start.js had put down
  const ping = settings.keepAliveUrl ? keepAlive(settings.keepAliveUrl, app.log) : undefined;

  for (const sentence of warnings) app.log.warn(sentence);
  let stopping = false;
  const stop = async (code = 0) => {
    if (stopping) return; // one Ctrl-C may reach us twice: from the terminal, and through npm
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), drainLimit).unref();
    setTimeout(() => process.exit(code || 1), endLimit).unref();
    ping?.stop();
    for (const part of [app, db])
      await part.close().catch((err: unknown) => {
        app.log.error({ err }, 'not everything could be closed');
        code ||= 1;
      });
    process.exit(code);
  };
  process.on('SIGTERM', () => stop());
  process.on('SIGINT', () => {
    hurried = true; // a person at a terminal waits for us, and no proxy
    void stop();
  });
  handleProcessErrors(app.log, stop);
  if (process.env.npm_lifecycle_event) onParentExit(stop);
  print(banner(address, settings, shared)); // last: whoever reads it may stop the process at once
}

/** npm passes a SIGTERM to its shell, and the shell ends without passing it on: having lost our parent, we were asked to stop. */
function onParentExit(stop: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 250).unref();
}
