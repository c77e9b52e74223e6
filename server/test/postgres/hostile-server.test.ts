import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { newId } from '../../src/platform/id.ts';
import { onCleanup } from '../cleanup.ts';
import { errorResponse } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { createDatabase, openSite } from '../site.ts';

/* Servers with unusual settings, and other sessions that hold locks. */

const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');

async function session(url: string | undefined) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  onCleanup(() => client.end());
  return client;
}

/** Creates an empty database with these options and settings. */
async function databaseWith(options: string, ...settings: string[]): Promise<string> {
  const name = `hostile_${newId().replaceAll('-', '')}`;
  const admin = await session(inject('postgresUrl'));
  await admin.query(`create database ${name} ${options}`);
  onCleanup(async () => void (await admin.query(`drop database ${name} with (force)`)));
  for (const setting of settings) await admin.query(`alter database ${name} set ${setting}`);
  return inject('postgresUrl').replace('/postgres?', `/${name}?`);
}

/** Closes the connections to a database, so that new ones use its new settings. */
const endConnections = (admin: pg.Client) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');

async function useSite(site: Awaited<ReturnType<typeof openSite>>): Promise<string[]> {
  const ada = await createMember(site, 'Ada');
  const ids: string[] = [];
  for (const text of ['b', 'Ä', 'a', 'B', '_']) ids.unshift(await writePost(ada, text));
  await Promise.all(Array.from({ length: 10 }, () => ada.put(`/api/posts/like/${ids[0]}`)));
  const { status, body } = await ada.get('/api/posts?limit=5');
  expect(status).toBe(200);
  expect(body[0].likes).toHaveLength(1);
  expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String((await ada.get('/api/posts?limit=2')).headers.link)) ?? [];
  expect((await ada.get(next)).body.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(2, 4));
  return ids;
}

test.for([
  ["locale_provider icu icu_locale 'tr-TR-u-kn-true' encoding 'UTF8' template template0"],
  [
    '',
    "timezone = 'Pacific/Kiritimati'",
    "datestyle = 'German, DMY'",
    "intervalstyle = 'iso_8601'",
    'bytea_output = escape',
    'extra_float_digits = -15',
  ],
  ['', "default_transaction_isolation = 'serializable'"],
  ['', "default_transaction_isolation = 'repeatable read'", 'default_transaction_deferrable = on'],
  ['', 'standard_conforming_strings = off', 'escape_string_warning = on', 'quote_all_identifiers = on', 'transform_null_equals = on'],
  ['', 'row_security = off', 'check_function_bodies = off', 'session_replication_role = origin', 'enable_indexscan = off', 'jit = on'],
])('returns the same lists in the same order on a database with %s %s', async ([options = '', ...settings]) => {
  const databaseUrl = await databaseWith(options, ...settings);
  await useSite(await openSite({ databaseUrl }));
});

test('returns 503 while the server rejects writes, and recovers afterwards', async () => {
  const site = await openSite();
  const ada = await createMember(site, 'Ada');
  const admin = await session(site.settings.databaseUrl);
  const { rows } = await admin.query('select current_database() as name');
  await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  await endConnections(admin);
  await expect.poll(async () => (await ada.get('/api/posts')).status).toBe(200);
  expect(await ada.post('/api/posts', { text: 'Lost' })).toMatchObject(busy);
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
  await endConnections(admin);
  await expect.poll(async () => (await ada.post('/api/posts', { text: 'Kept' })).status).toBe(200);
  expect((await ada.get('/api/posts')).body).toMatchObject([{ text: 'Kept' }]);
});

test('returns 503 when a lock times out', async () => {
  const databaseUrl = await databaseWith('', "lock_timeout = '50ms'");
  const site = await openSite({ databaseUrl });
  const ada = await createMember(site, 'Ada');
  const other = await session(databaseUrl);
  await other.query('begin; lock table posts in access exclusive mode');
  expect(await ada.post('/api/posts', { text: 'Lost' })).toMatchObject(busy);
  expect(await ada.get('/api/posts')).toMatchObject(busy);
  await other.query('rollback');
  expect((await ada.post('/api/posts', { text: 'Kept' })).status).toBe(200);
});

test('statements that wait for a lock time out and release their connections', async () => {
  const { databaseUrl } = await createDatabase();
  const db = await openPostgres(String(databaseUrl), { statementTimeout: 200 });
  onCleanup(() => db.close());
  const other = await session(databaseUrl);
  await other.query('begin; lock table posts in access exclusive mode');
  const blocked = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => db.run`update posts set text = ${'x'}`),
    ...Array.from({ length: 20 }, () => db.all`select id from posts`),
    ...Array.from({ length: 20 }, () => db.transaction((tx) => tx.lock`select id from posts`)),
  ]);
  for (const outcome of blocked) expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } });
  expect(await db.all`select id from users`).toEqual([]);
  await other.query('rollback');
  expect(await db.all`select id from posts`).toEqual([]);
  expect(await db.run`update posts set text = ${'x'}`).toBe(0);
});

test('a start that waits too long for a lock fails with a message', async () => {
  const { databaseUrl } = await createDatabase();
  const other = await session(databaseUrl);
  await other.query('begin; select pg_advisory_xact_lock(7266738)');
  await expect(openPostgres(String(databaseUrl), { lockTimeout: 50 })).rejects.toThrow('because another session holds a lock');
  await other.query('rollback');
  await (await openPostgres(String(databaseUrl), { lockTimeout: 50 })).close();
});

test('text that PostgreSQL cannot store and very long ids do not cause a 500', async () => {
  const site = await openSite();
  const ada = await createMember(site, 'Ada');
  const texts = ['\u0000', 'a\u0000b', '\ud800', '\udc00x', "'; drop table users; --", '\\x00', '$1', '\u{10ffff}', '\ufffe'];
  for (const text of texts) {
    const statuses = [
      (await ada.post('/api/posts', { text })).status,
      (await ada.get(`/api/posts/${encodeURIComponent(text.toWellFormed())}`)).status,
      (await ada.get(`/api/posts?cursor=${encodeURIComponent(text.toWellFormed())}`)).status,
      (await ada.get(`/api/profile/user/${'x'.repeat(10_000)}${encodeURIComponent(text.toWellFormed())}`)).status,
      (await ada.post('/api/auth', { email: `${text}@example.org`, password: text })).status,
      (await ada.post('/api/users', { name: text, email: `${text}@example.org`, password: 'a long enough password' })).status,
    ];
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  }
  expect((await ada.get('/api/auth')).status).toBe(200);
});

test('notifications from other sessions do not disturb the connections', async () => {
  const { databaseUrl } = await createDatabase();
  const db = await openPostgres(String(databaseUrl));
  onCleanup(() => db.close());
  const other = await session(databaseUrl);
  for (let times = 0; times < 50; times++) await other.query(`select pg_notify('any', repeat('x', 7000))`);
  expect(await db.get`select 1 as one`).toEqual({ one: 1 });
});
