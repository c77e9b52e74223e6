import { expect, test } from 'vitest';
import { DatabaseUnavailable, type Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/id.ts';
import { errorResponse } from '../client.ts';
import { createMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Failures of the connection to the database. */

const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');
const insert = (into: Pick<Db, 'run'>, id: string) => into.run`
  insert into users (id, name, email, email_key, password_hash, created_at) values (${id}, ${'N'}, ${'e'}, ${id}, ${'h'}, ${1})`;

test('a lost connection fails only the transaction that uses it', async () => {
  const { db } = await openSite();
  const id = newId();
  const broken = db.transaction(async (tx) => {
    await insert(tx, id);
    const own = await tx.get<{ pid: number }>`select pg_backend_pid() as pid`;
    await db.get`select pg_terminate_backend(${own?.pid ?? 0})`;
    // The connection is idle in a transaction and notices on its own that it was closed.
    await expect.poll(() => db.all`select pid from pg_stat_activity where pid = ${own?.pid ?? 0}`).toEqual([]);
    await insert(tx, newId());
  });
  await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await db.get`select id from users where id = ${id}`).toBeUndefined();
  expect(await db.transaction((tx) => insert(tx, id))).toBe(1);
});

test('returns 503 when the connection is lost, and a retry succeeds', async () => {
  const { db, ...site } = await openSite();
  const ada = await createMember({ db, ...site }, 'Ada');
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const lockHolder = db.transaction(async (tx) => {
    await tx.lock`select id from users where id = ${ada._id}`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const lost = ada.post('/api/posts', { text: 'Lost' });
  const killWaiting = () =>
    db.all`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = ${'Lock'}`;
  await expect.poll(killWaiting).toHaveLength(1);
  expect(await lost).toMatchObject(busy);
  free.resolve();
  await lockHolder;
  expect((await ada.post('/api/posts', { text: 'Kept' })).status).toBe(200);
  expect((await ada.get('/api/posts')).body).toMatchObject([{ text: 'Kept' }]);
});
