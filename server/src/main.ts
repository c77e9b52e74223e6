import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { buildApp } from './app.ts';
import { faultsAtStart } from './cli/doctor/start-checks.ts';
import { userMessage } from './cli/user-message.ts';
import { builtPages } from './features/pages/pages.ts';
import type { Mount } from './platform/context.ts';
import { readIdentity } from './platform/db/identity.ts';
import { databaseFile } from './platform/db/open.ts';
import { isInUse } from './platform/db/sqlite/file.ts';
import { escapeLines } from './platform/log/escape.ts';
import { stacks } from './platform/log/log.ts';
import { terminalLog } from './platform/log/terminal.ts';
import { banner } from './platform/process/banner.ts';
import { handleProcessErrors } from './platform/process/error-handlers.ts';
import { keepAlive } from './platform/process/keep-alive.ts';
import { openSiteDatabase, rememberDatabase, shownDatabase } from './platform/process/known-database.ts';
import { openOutput } from './platform/process/output.ts';
import { saveSettings } from './platform/process/settings-file.ts';
import { untilAvailable } from './platform/process/waiting-site.ts';
import { readSettings } from './platform/settings.ts';

/** Milliseconds in which proxies detect the shutdown: longer than the usual interval of health checks at /readyz. */
const drainDelay = 2_000;
/** Milliseconds that open requests have to finish after a stop signal. */
const drainTimeout = 8_000;
/** Milliseconds after a stop signal until the process exits, even if something is still open. */
const exitTimeout = 10_000;

/** Milliseconds that a start waits for another process that locks the database (SQLite). */
const startPatience = 30_000;

/** Accept queue of the kernel. Beyond it, clients retry after a second. 4,096 is the default maximum on Linux. */
const backlog = 4_096;

/** Runs the site until it receives a stop signal. If it cannot start, prints one sentence and exits with 1. */
export async function run(pages: Mount): Promise<void> {
  try {
    await serve(pages);
  } catch (error) {
    openOutput(2).write(`${escapeLines(userMessage(error) ?? stacks(error))}\n`);
    process.exit(1);
  }
}

/** Starts the site; resolves when it listens. From then on SIGTERM, SIGINT and SIGHUP stop the process gracefully; before, start.js ends it. */
export async function serve(pages: Mount = builtPages): Promise<void> {
  const settings = readSettings();
  const faults = faultsAtStart(settings, process.env);
  const shared = !settings.databaseUrl && isInUse(databaseFile(settings.dataDir));
  const warnings: string[] = [];
  let warn: (sentence: string) => void = (sentence) => warnings.push(sentence);
  // A terminal shows each request; the log of a service contains only what an admin should know.
  const level = isatty(1) && settings.logLevel === 'info' ? 'debug' : settings.logLevel;
  const output = openOutput(1, (reason) => openOutput(2).write(`Log lines are lost: standard output cannot be written (${reason}).\n`));
  const logger = { level, stream: isatty(1) ? terminalLog(output) : output };
  let skipDrainDelay = false;
  const open = async () => {
    warnings.length = 0;
    const db = await openSiteDatabase(settings, { warn: (sentence) => warn(sentence) });
    try {
      const { id } = await readIdentity(db);
      await db.transaction(async () => {}, { lockPatience: startPatience }); // the start writes
      const app = await buildApp({
        settings,
        db,
        logger,
        pages: async (app, context) => {
          app.addHook('preClose', async () => {
            if (!skipDrainDelay) await waitForProxies(app.server); // returns nothing: Fastify treats the result of a hook as an error
          });
          await pages(app, context);
        },
      });
      return { db, app, id };
    } catch (error) {
      await db.close();
      throw error;
    }
  };
  const { db, app, id } = await (settings.databaseUrl ? untilAvailable(settings, logger, open) : open());
  const address = await app.listen({ host: settings.host, port: settings.port, backlog }).catch(async (error) => {
    await app.close(); // the metrics port would keep the process alive
    throw error;
  });
  restoreFlags();
  const ping = settings.keepAliveUrl ? keepAlive(settings.keepAliveUrl, app.log) : undefined;

  try {
    rememberDatabase(settings.dataDir, { id, shown: shownDatabase(settings) });
    saveSettings(settings.dataDir, process.env, Number(new URL(address).port || 80));
  } catch (err) {
    app.log.warn({ err }, 'cannot save the settings in DATA_DIR: commands need the environment of the site');
  }
  warn = (sentence) => app.log.warn(sentence);
  for (const sentence of [...faults, ...warnings]) warn(sentence);
  let stopping = false;
  const stop = async (code = 0) => {
    if (stopping) return; // npm and the terminal may both send the signal of one Ctrl-C
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), drainTimeout).unref();
    setTimeout(() => process.exit(code || 1), exitTimeout).unref();
    ping?.stop();
    for (const resource of [app, db])
      await resource.close().catch((err: unknown) => {
        app.log.error({ err }, 'error during shutdown');
        code ||= 1;
      });
    process.exit(code);
  };
  onStopSignal((signal) => {
    if (signal === 'SIGINT') skipDrainDelay = true; // Ctrl-C in a terminal: no proxy to wait for
    void stop();
  });
  handleProcessErrors(app.log, stop);
  output.write(`${escapeLines(banner(address, settings, shared))}\n`); // last, because a supervisor may stop the process as soon as it reads this
}

/** Calls `stop` on SIGTERM, SIGINT and SIGHUP, instead of the handlers of start.js, which end a process that is still starting. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, () => stop(signal));
}

/**
 * Delays the shutdown between "not ready" and "not listening". Requests are still served, with `Connection: close` (set by Fastify while it closes), so that
 * proxies stop using this process. Closing immediately would reset connections in the accept queue and requests on idle keep-alive connections.
 */
async function waitForProxies(server: Server): Promise<void> {
  const connections = await promisify(server.getConnections.bind(server))();
  if (connections > 0) await wait(drainDelay);
}

/** Restores V8's defaults, which start.js changed. */
function restoreFlags(): void {
  for (const flag of ['--semi-space-growth-factor=2', '--heap-growing-percent=0', '--sparkplug', '--maglev', '--turbofan'])
    setFlagsFromString(flag);
}
