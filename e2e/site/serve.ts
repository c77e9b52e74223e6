import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/src/app.ts';
import { builtPages, webFolder } from '../../server/src/features/pages/pages.ts';
import { changeStored, type StoredSite } from '../../server/src/features/site/store.ts';
import { openDb } from '../../server/src/platform/db/open.ts';
import { readSettings } from '../../server/src/platform/settings.ts';
import { cheapPasswords } from '../../server/test/cheap-passwords.ts';
import { cleanUp } from '../../server/test/cleanup.ts';
import { mailServer } from '../../server/test/mail-server.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { queueLimits, taskTime } from '../../server/test/queue-fixtures.ts';
import { buildPages } from '../../tools/build-pages.ts';
import { startCodeHost } from './code-host.ts';
import { seed } from './seed.ts';

/*
 * The sites that the tests visit, each a complete server with a separate database:
 *   sqlite, postgres   most tests sign up members here, so lists also contain data of other tests
 *   engines            the tests in three engines
 *   empty              never has profiles or posts
 *   full               has exactly 45 developers and 45 posts
 *   invited, closed    have restricted registration
 *   named              has an identity that its admin has set
 *   mail               sends e-mail to `mails`, a file with one JSON object per line, and asks an avatar service for pictures
 *   crossOrigin        lets pages of `allowedOrigin` call the API, and has rate limits
 * start.ts runs this file, which exits when start.ts disconnects.
 */
buildPages();
const folder = mkdtempSync(join(tmpdir(), 'dev-connector-e2e-'));
const cleanups: Array<() => unknown> = [() => rmSync(folder, { recursive: true, force: true })];
const codeHost = await startCodeHost();
const [allowedOrigin, otherOrigin, noPictures] = await Promise.all([serveEmptyPages(), serveEmptyPages(), serveEmptyPages(404)]);

async function open(name: string, env: Record<string, string> = {}, identity?: StoredSite): Promise<{ app: FastifyInstance; url: string }> {
  const settings = readSettings({
    LOG_LEVEL: 'fatal',
    PORT: '0',
    RATE_LIMITS: 'off', // hundreds of members sign up from one address
    DATA_DIR: join(folder, name),
    GITHUB_API_URL: codeHost,
    AVATAR_SERVICE_URL: 'off',
    ...env,
  });
  const db = await openDb(settings);
  if (identity) await changeStored(db, () => identity);
  // Without load shedding by time, tests do not fail on a busy machine.
  const loadLimits = { sliceWait: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };
  const app = await buildApp({ settings, db, pages: builtPages, loadLimits, taskTime, queueLimits, passwordCost: cheapPasswords });
  cleanups.unshift(async () => {
    await app.close();
    await db.close();
  });
  return { app, url: await app.listen({ host: settings.host, port: settings.port }) };
}

/** Serves empty pages on another origin than the sites, and returns the origin. An avatar service has no picture if the status is 404. */
async function serveEmptyPages(status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end());
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function postgresUrl(): Promise<string> {
  const { url, remove } = await startPostgres();
  cleanups.unshift(remove);
  return url;
}

const identity: StoredSite = {
  identity: {
    name: 'Rust Bern',
    tagline: 'Where people around Bern write Rust',
    accent: '#ffd400',
    about: 'We meet on Tuesdays.\n\nBeginners are welcome.',
    links: [{ label: 'Source code', url: 'https://example.org/code' }],
  },
  logo: { type: 'image/png', bytes: readFileSync(join(webFolder, 'public/icon-192.png')) },
};

process.once('disconnect', async () => {
  for (const close of cleanups) await close();
  process.exit();
});

const mails = join(folder, 'mails');
const mailbox = await mailServer();
mailbox.onMail = ({ recipient, subject = '', text = '', html }) =>
  appendFileSync(mails, `${JSON.stringify({ recipient, subject, text, html })}\n`);
cleanups.push(cleanUp);

const [sqlite, engines, empty, full, invited, closed, named, mail, crossOrigin, postgres] = await Promise.all([
  open('sqlite'),
  open('engines'),
  open('empty'),
  open('full'),
  open('invited', { REGISTRATION: 'invited' }),
  open('closed', { REGISTRATION: 'closed' }),
  open('named', {}, identity),
  open('mail', { SMTP_URL: mailbox.url, MAIL_FROM: 'community@dev.example', AVATAR_SERVICE_URL: noPictures }),
  open('crossOrigin', { CORS_ORIGINS: allowedOrigin, RATE_LIMITS: 'on' }),
  postgresUrl().then((url) => open('postgres', { DATABASE_URL: url })),
]);
await seed(full.app);
process.send?.({
  folder,
  file: join(folder, 'sqlite/dev-connector.db'),
  sqlite: sqlite.url,
  engines: engines.url,
  empty: empty.url,
  full: full.url,
  invited: invited.url,
  closed: closed.url,
  named: named.url,
  mail: mail.url,
  mails,
  crossOrigin: crossOrigin.url,
  allowedOrigin,
  otherOrigin,
  postgres: postgres.url,
});
