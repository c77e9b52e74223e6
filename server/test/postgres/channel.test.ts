import { once } from 'node:events';
import pg from 'pg';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { checkLive } from '../../src/cli/doctor/live.ts';
import { openChannel } from '../../src/platform/db/postgres/channel.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { chooseServer } from '../../src/platform/db/postgres/servers.ts';
import { onCleanup } from '../cleanup.ts';
import { createDatabase } from '../site.ts';
import { startPooler } from './pooler.ts';

/* Notifications between processes. */

const application = 'channel_test';
const config = { ...(await chooseServer(inject('postgresUrl'), { writable: true })), application_name: application };
const client = new pg.Client(config);
const send = (query: pg.QueryConfig) => client.query(query);
beforeAll(() => client.connect());
onCleanup(() => client.end());

function listen(channel: ReturnType<typeof openChannel>, listener: () => void = () => {}) {
  const listening = channel.listen?.(listener);
  if (!listening) throw new Error('The channel cannot listen');
  onCleanup(() => listening.end());
  return listening;
}

test('a channel hears the notifications of others, and not its own', async () => {
  const [own, other] = [openChannel(config, send), openChannel(config, send)];
  const heard = { own: 0, third: 0 };
  const listening = [listen(own, () => heard.own++), listen(openChannel(config, send), () => heard.third++)];
  for (const one of listening) await expect.poll(one.isActive).toBe(true);
  Object.assign(heard, { own: 0, third: 0 });
  await other.notify();
  await own.notify();
  await other.notify();
  await expect.poll(() => heard).toEqual({ own: 2, third: 3 });
});

test('a channel whose connection is lost is not active, and says so', async () => {
  const warn = vi.fn();
  const listening = listen(openChannel(config, send, { warn }));
  await expect.poll(listening.isActive).toBe(true);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [
    application,
  ]);
  await expect.poll(listening.isActive).toBe(false);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/every 400 ms, because the connection that listens for them failed: /)]]);
});

test('a channel that cannot connect says so once', async () => {
  const warn = vi.fn();
  const listening = listen(openChannel({ ...config, host: '127.0.0.1', port: 1 }, send, { warn }));
  await expect.poll(() => warn.mock.calls).toEqual([[expect.stringContaining('ECONNREFUSED')]]);
  expect(listening.isActive()).toBe(false);
});

const polls = (reason: string) => `Each process looks for live updates of the others every 400 ms, because ${reason}.`;
const fewConnections = polls('DATABASE_CONNECTIONS leaves no connection that listens for them');
const pooled = polls('the pooler in front of PostgreSQL forwards no notifications');

test('a process with too few connections to listen says so, and notifies others', async () => {
  const { databaseUrl = '' } = await createDatabase({ migrated: true });
  const warn = vi.fn();
  const db = await openPostgres(databaseUrl, { connections: 4, warn });
  onCleanup(() => db.close());
  expect(warn.mock.calls).toEqual([[fewConnections]]);
  const other = new pg.Client(databaseUrl);
  await other.connect();
  onCleanup(() => other.end());
  await other.query('listen dev_connector_changes');
  const heard = once(other, 'notification');
  db.announce();
  await heard;
});

test('a process behind a pooler says so, and sees the commits of others within a second', async () => {
  const { databaseUrl = '' } = await createDatabase({ migrated: true });
  const warn = vi.fn();
  const [direct, behind] = [await openPostgres(databaseUrl), await openPostgres(await startPooler(databaseUrl), { warn })];
  for (const db of [direct, behind]) onCleanup(() => db.close());
  expect(warn.mock.calls).toEqual([[pooled]]);
  const seen = vi.fn();
  onCleanup(behind.watch(seen));
  await expect.poll(() => seen.mock.calls.length).toBe(1); // the first comparison
  await direct.run`insert into live_events (entries, created_at) values ('[]', ${Date.now()})`;
  await expect.poll(() => seen.mock.calls.length, { timeout: 1000 }).toBe(2);
});

test('doctor says whether processes notify each other, or why not', async () => {
  const { databaseUrl = '' } = await createDatabase({ migrated: true });
  const check = (url: string, databaseConnections = 14) => checkLive({ databaseUrl: url, databaseConnections });
  expect(await check(databaseUrl)).toEqual([{ check: 'live', state: 'ok', message: 'processes notify each other of live updates' }]);
  expect(await check(databaseUrl, 7)).toEqual([{ check: 'live', state: 'note', message: fewConnections }]);
  expect(await check(await startPooler(databaseUrl))).toEqual([{ check: 'live', state: 'note', message: pooled }]);
  expect(await check(databaseUrl.replace(/localhost\/\w+/, 'localhost/missing'))).toEqual([]); // the check of the database reports it
});
