import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { openChannel } from '../../src/platform/db/postgres/channel.ts';
import { chooseServer } from '../../src/platform/db/postgres/servers.ts';
import { onCleanup } from '../cleanup.ts';

/* Notifications between processes. */

const application = 'channel_test';
const config = { ...(await chooseServer(inject('postgresUrl'), { writable: true })), application_name: application };
const client = new pg.Client(config);
const send = (query: pg.QueryConfig) => client.query(query);
beforeAll(() => client.connect());
onCleanup(() => client.end());

test('a channel hears the notifications of others, and not its own', async () => {
  const [own, other] = [openChannel(config, send), openChannel(config, send)];
  const heard = { own: 0, third: 0 };
  const listening = [own.listen(() => heard.own++), openChannel(config, send).listen(() => heard.third++)];
  for (const one of listening) {
    onCleanup(() => one.end());
    await expect.poll(one.isActive).toBe(true);
  }
  Object.assign(heard, { own: 0, third: 0 });
  await other.notify();
  await own.notify();
  await other.notify();
  await expect.poll(() => heard).toEqual({ own: 2, third: 3 });
});

test('a channel whose connection is lost is not active', async () => {
  const listening = openChannel(config, send).listen(() => {});
  onCleanup(() => listening.end());
  await expect.poll(listening.isActive).toBe(true);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [
    application,
  ]);
  await expect.poll(listening.isActive).toBe(false);
});
