import { buildApp } from './app.ts';
import { DatabaseUnusable } from './db/db.ts';
import { openDb } from './db/open.ts';
import { keepAlive } from './keep-alive.ts';
import { builtPages } from './pages.ts';
import { readSettings, SettingError } from './settings.ts';

/** Milliseconds that open requests have to finish once the process is asked to stop. */
const drainLimit = 10_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const db = await openDb(settings);
  const app = await buildApp({ settings, db, pages: builtPages });
  const address = await app.listen({ host: settings.host, port: settings.port });
  const ping = settings.keepAliveUrl ? keepAlive(settings.keepAliveUrl, app.log) : undefined;
  console.log(`Dev Connector is at ${address.replace('127.0.0.1', 'localhost')}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), drainLimit).unref();
    ping?.stop();
    await app.close();
    await db.close();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

main().catch((error) => {
  const known = error instanceof SettingError || error instanceof DatabaseUnusable || error.code === 'EADDRINUSE';
  console.error(known ? error.message : error);
  process.exit(1);
});
