import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/src/app.ts';
import { openDb } from '../../server/src/db/open.ts';
import { builtPages } from '../../server/src/pages/pages.ts';
import { readSettings } from '../../server/src/settings.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { startCodeHost } from './code-host.ts';
import { fill } from './community.ts';

/*
 * The sites that the tests visit, each the whole server with a database of its own:
 *   sqlite, postgres   where tests sign up their people; nobody may count on what the lists hold beside one's own
 *   empty              nobody ever has a profile or writes a post here
 *   full               45 developers and 45 posts, and no more
 *   invited, closed    sites that do not let just anybody sign up
 * Run by start.ts; ends with it.
 */
buildPages();
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-e2e-'));
const closing: Array<() => unknown> = [() => rmSync(folder, { recursive: true, force: true })];
const codeHost = await startCodeHost();

async function open(name: string, more: Record<string, string> = {}): Promise<{ app: FastifyInstance; url: string }> {
  const settings = readSettings({
    LOG_LEVEL: 'fatal',
    PORT: '0',
    RATE_LIMITS: 'off', // hundreds of people sign up from one address
    DATA_DIR: join(folder, name),
    GITHUB_API_URL: codeHost,
    ...more,
  });
  const db = await openDb(settings);
  const app = await buildApp({ settings, db, pages: builtPages });
  closing.unshift(async () => {
    await app.close();
    await db.close();
  });
  return { app, url: await app.listen({ host: settings.host, port: settings.port }) };
}

async function postgresUrl(): Promise<string> {
  const { url, remove } = await startPostgres();
  closing.unshift(remove);
  return url;
}

process.once('disconnect', async () => {
  for (const close of closing) await close();
  process.exit();
});

const [sqlite, empty, full, invited, closed, postgres] = await Promise.all([
  open('sqlite'),
  open('empty'),
  open('full'),
  open('invited', { REGISTRATION: 'invited' }),
  open('closed', { REGISTRATION: 'closed' }),
  postgresUrl().then((url) => open('postgres', { DATABASE_URL: url })),
]);
await fill(full.app);
process.send?.({
  folder,
  file: join(folder, 'sqlite/dev-connector.db'),
  sqlite: sqlite.url,
  empty: empty.url,
  full: full.url,
  invited: invited.url,
  closed: closed.url,
  postgres: postgres.url,
});
