import { DatabaseSync } from 'node:sqlite';
import { rates } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable } from '../../src/platform/db/db.ts';
import { databaseFile } from '../../src/platform/db/open.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { newId } from '../../src/platform/id.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf, errorResponse } from '../client.ts';
import { fakeGithub } from '../fake-github.ts';
import { createMember, saveProfile, type TestMember } from '../members.ts';
import { databaseEnvironment, startSite } from '../program.ts';
import { createDatabase, openProcess, openSite, type Site } from '../site.ts';

/* Another program locks the database: an upgrade, VACUUM, a shell. It is a second connection of this process, so a site that waits without returning to the event loop would never get the lock. */

const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');
const never = 1_000_000; // ms

/** Locks the database of a site until `release`. */
function lock({ settings }: Pick<Site, 'settings'>, how = 'begin immediate') {
  const database = new DatabaseSync(databaseFile(settings.dataDir), { timeout: 10_000 });
  onCleanup(() => database.isOpen && database.close());
  database.exec(how);
  return { release: () => database.close() };
}

const textsOf = async (member: TestMember) => (await member.get('/api/posts')).body.map(({ text }: { text: string }) => text);

let patient: Site;
let impatient: Site;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  patient = await openSite({ lockPatience: never });
  impatient = await openSite({ lockPatience: 20 });
  ada = await createMember(patient, 'Ada');
  bob = await createMember(impatient, 'Bob');
});

test.for(['begin immediate', 'begin exclusive'])(
  'reads and health checks are answered while another process holds a lock (%s)',
  async (how) => {
    const { release } = lock(patient, how);
    const written = ada.post('/api/posts', { text: how });
    for (const path of ['/healthz', '/readyz', '/api/posts', '/api/auth', '/api/search?q=hello'])
      expect((await ada.get(path)).status, path).toBe(200);
    release();
    expect((await written).status).toBe(200);
  },
);

test('a write that waits for the lock happens once, in its order and after the lock', async () => {
  const { release } = lock(patient);
  const texts = Array.from({ length: 50 }, (_, index) => `Waiting ${index}`);
  const written = texts.map((text) => ada.post('/api/posts', { text }));
  await ada.get('/api/posts');
  expect(await textsOf(ada)).not.toContain('Waiting 0');
  release();
  for (const answer of await Promise.all(written)) expect(answer.status).toBe(200);
  const page = (await ada.get('/api/posts?limit=100')).body.map(({ text }: { text: string }) => text);
  expect(page.filter((text: string) => text.startsWith('Waiting'))).toEqual(texts.toReversed());
});

test('a write whose time is up is answered 503 and has no effect, and later ones succeed', async () => {
  const before = await textsOf(bob);
  const { release } = lock(impatient);
  const answer = await bob.post('/api/posts', { text: 'Too late' });
  expect(answer).toMatchObject(busy);
  expect(answer.headers['retry-after']).toBe('5');
  release();
  expect((await bob.post('/api/posts', { text: 'In time' })).status).toBe(200);
  expect(await textsOf(bob)).toEqual(['In time', ...before]);
});

test('a repeated write happens once', async () => {
  const send = () => bob.post('/api/posts', { text: 'Repeated' }, { 'idempotency-key': 'repeated' });
  const { release } = lock(impatient);
  expect(await send()).toMatchObject(busy);
  release();
  const [first, second] = [await send(), await send()];
  expect(second.body._id).toBe(first.body._id);
  expect((await textsOf(bob)).filter((text: string) => text === 'Repeated')).toHaveLength(1);
});

test('the lock is reported in the log', async () => {
  const lines: string[] = [];
  const site = await openSite({ lockPatience: 20, logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  const member = await createMember(site, 'Ada');
  const { release } = lock(site);
  for (let times = 0; times < 3; times++) expect(await member.post('/api/posts', { text: 'Too late' })).toMatchObject(busy);
  release();
  expect(lines).toEqual([expect.stringContaining('is locked by another program, for example an upgrade, VACUUM or a shell')]);
});

test('at most 200 writes wait for the lock, so that reads are not refused', async () => {
  const site = await openSite({ lockPatience: never });
  const author = await createMember(site, 'Ada');
  const { release } = lock(site);
  const insert = () => site.db.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${author._id}, ${'Hello'}, ${1})`;
  await expect(site.db.transaction(async () => {}, { lockPatience: 0 })).rejects.toThrow(DatabaseUnavailable);
  const written = Promise.allSettled(Array.from({ length: 250 }, insert));
  release();
  const refused = (await written).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(50);
  for (const reason of refused) expect(reason).toBeInstanceOf(DatabaseBusy);
});

test('reads that note something do not wait for it', async () => {
  const github = await fakeGithub();
  const site = await openSite({ lockPatience: never, githubApiUrl: github.url, rateLimits: 'on' });
  const member = await createMember(site, 'Grace');
  await saveProfile(member, { githubusername: 'grace' });
  await site.app.jobs.runDue();
  await site.db.run`update sessions set used_at = used_at - ${3_600_000}`;
  await site.db.run`update users set active_at = 1`;
  await site.db.run`update repositories set fetched_at = 1`;
  const { release } = lock(site);
  for (const path of [
    '/api/auth',
    '/api/profile/github/grace',
    '/api/profile/github/octocat',
    '/api/users/me/data',
    `/dev/profile/${member._id}/resume.pdf`,
    `/dev/profile/${member._id}/og.png`,
  ])
    expect((await member.get(path)).status, path).toBe(200);
  expect((await member.post('/api/preview', { text: 'Hello' })).status).toBe(200);
  release();
  await expect.poll(() => site.db.get`select active_at from users where active_at > 1`).toBeDefined();
});

test('refused sign-in attempts do not wait for it', async () => {
  const site = await openSite({ lockPatience: never, rateLimits: 'on' });
  const attempt = () => clientOf(site).post('/api/auth', { email: 'nobody@example.org', password: 'a guess' });
  for (let times = 0; times < rates.signIn.address.times; times++) expect((await attempt()).status).toBe(400);
  expect((await attempt()).status).toBe(429);
  const { release } = lock(site);
  for (const { status } of await Promise.all(Array.from({ length: 50 }, attempt))) expect(status).toBe(429);
  release();
});

test('two processes on one file do not wait for each other for ever', async () => {
  const other = await openProcess(patient);
  const [held, entered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = patient.db.transaction(async (tx) => {
    await tx.run`update users set name = ${'Ada Lovelace'} where id = ${ada._id}`;
    entered.resolve();
    await held.promise;
  });
  await entered.promise;
  const client = clientOf(other, ada.token);
  const written = client.post('/api/posts', { text: 'From the other process' });
  expect((await client.get('/api/auth')).body.name).toBe('Ada');
  held.resolve();
  await long;
  expect((await written).status).toBe(200);
  expect((await client.get('/api/auth')).body.name).toBe('Ada Lovelace');
});

test('all writes of two processes at once succeed', async () => {
  const other = clientOf(await openProcess(patient), ada.token);
  const written = Array.from({ length: 100 }, (_, index) => (index % 2 ? other : ada).post('/api/posts', { text: `Both ${index}` }));
  for (const answer of await Promise.all(written)) expect(answer.status).toBe(200);
});

test('jobs run after the lock', async () => {
  await createMember(patient, 'Deleted');
  const { release } = lock(patient);
  const run = patient.app.jobs.runDue(['search.index']);
  expect((await ada.get('/healthz')).status).toBe(200);
  release();
  await run;
});

test('the site stops while another process holds the lock, and the lock is not needed to restart it', async () => {
  const database = await createDatabase({ migrated: true });
  const site = await startSite(databaseEnvironment(database));
  const { release } = lock({ settings: database as Site['settings'] });
  const answer = fetch(`${site.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
  });
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await site.stop();
  expect((await answer).status).toBe(503);
  release();
});

test('a start waits for a process that has the file for itself', async () => {
  const { dataDir } = await createDatabase({ migrated: true });
  const { release } = lock({ settings: { dataDir } as Site['settings'] }, 'pragma locking_mode = exclusive; begin immediate');
  const opening = openSqlite(databaseFile(dataDir), { lockPatience: never });
  const early = openSqlite(databaseFile(dataDir), { lockPatience: 20 });
  await expect(early).rejects.toThrow(DatabaseUnusable);
  await expect(early).rejects.toThrow(/is locked by another program/);
  release();
  await (await opening).close();
});
