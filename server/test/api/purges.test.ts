import { idempotencyDays, sessionDays, sessionDaysInAll } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { invite } from '../../src/features/accounts/invitations.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { createMember, signIn, type TestMember, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/* Rows that are deleted on a schedule because they have expired. */

const site = await openSite();
const { db } = site;
const day = 24 * 60 * 60 * 1000;
const now = Date.now();

const sessionsOf = ({ _id }: TestMember) => db.all<{ id: string }>`select id from sessions where user_id = ${_id} order by id`;

test('deletes expired sessions and keeps live ones', async () => {
  const ada = await createMember(site, 'Ada');
  const [unused, old, live] = [await signIn(site, ada), await signIn(site, ada), await signIn(site, ada)];
  const [first, second, third, fourth] = (await sessionsOf(ada)).map(({ id }) => id);
  await db.run`update sessions set used_at = ${now - sessionDays * day - 1} where id = ${second ?? ''}`;
  await db.run`update sessions set created_at = ${now - sessionDaysInAll * day - 1} where id = ${third ?? ''}`;
  await runRecurring(site, 'accounts.purge');
  expect((await sessionsOf(ada)).map(({ id }) => id)).toEqual([first, fourth]);
  for (const session of [unused, old]) expect((await session.get('/api/auth')).status).toBe(401);
  for (const session of [ada, live]) expect((await session.get('/api/auth')).status).toBe(200);
});

test('deletes more rows than one statement does', async () => {
  const ada = await createMember(site, 'Grace');
  await db.transaction(async (tx) => {
    for (let index = 0; index < 600; index++)
      await tx.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at)
        values (${`session ${index}`}, ${`hash ${index}`}, ${ada._id}, ${now}, ${now - sessionDays * day - 1})`;
  });
  await runRecurring(site, 'accounts.purge');
  expect(await sessionsOf(ada)).toHaveLength(1);
});

test('deletes expired, used and impossible invitations and reset links', async () => {
  const [ada, grace] = [await createMember(site, 'Linus'), await createMember(site, 'Barbara')];
  for (const expiresAt of [now - 1, now + day, now + day, now + day]) await invite(db, { uses: 1, expiresAt });
  const [, live, used, ahead] = (await db.all<{ id: string }>`select id from invitations order by id`).map(({ id }) => id);
  await db.run`update invitations set uses_left = 0 where id = ${used ?? ''}`;
  await db.run`update invitations set created_at = ${now + day} where id = ${ahead ?? ''}`;
  for (const { _id } of [ada, grace]) await createResetLink(db, _id);
  await db.run`update password_resets set expires_at = ${now - 1} where user_id = ${ada._id}`;
  await runRecurring(site, 'accounts.purge');
  expect(await db.all`select id from invitations`).toEqual([{ id: live }]);
  expect(await db.all`select user_id from password_resets`).toEqual([{ user_id: grace._id }]);
});

test('deletes addresses and devices unused for 90 days', async () => {
  const ada = await createMember(site, 'Margaret');
  for (const [name, usedAt] of [
    ['old', now - 91 * day],
    ['recent', now - 89 * day],
    ['ahead', now + day],
  ] as const) {
    await db.run`insert into known_addresses (user_id, address, used_at) values (${ada._id}, ${name}, ${usedAt})`;
    await db.run`insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, ${name}, ${usedAt})`;
  }
  await runRecurring(site, 'accounts.purge');
  expect(await db.all`select address from known_addresses where user_id = ${ada._id}`).toEqual([{ address: 'recent' }]);
  expect(await db.all`select secret_hash from known_devices where user_id = ${ada._id}`).toEqual([{ secret_hash: 'recent' }]);
});

test('deletes expired rate-limit attempts while rate limits are off', async () => {
  expect(site.settings.rateLimits).toBe('off');
  await db.run`insert into rate_limit_attempts (key, times, until) values ('old', '1', 1)`;
  await runRecurring(site, 'rate-limits.purge');
  expect(await db.all`select key from rate_limit_attempts`).toEqual([]);
});

test('forgets idempotency keys after a week, and recognises newer ones', async () => {
  const ada = await createMember(site, 'Dorothy');
  const send = (key: string) => ada.post('/api/posts', { text: `Post ${key}` }, { 'idempotency-key': key });
  const [old, recent] = [(await send('old')).body._id, (await send('recent')).body._id];
  const comment = (key: string) => ada.post(`/api/posts/comment/${recent}`, { text: 'Comment' }, { 'idempotency-key': key });
  await comment('old');
  for (const [id, days] of [
    [old, idempotencyDays + 1],
    [recent, idempotencyDays - 1],
  ])
    await db.run`update posts set created_at = ${now - days * day} where id = ${id}`;
  await db.run`update comments set created_at = ${now - (idempotencyDays + 1) * day} where post_id = ${recent}`;
  await runRecurring(site, 'idempotency-keys.purge');
  expect((await send('recent')).body._id).toBe(recent);
  expect((await send('old')).body._id).not.toBe(old);
  expect((await comment('old')).body).toHaveLength(2);
  expect(await writePost(ada)).toBeDefined();
});
