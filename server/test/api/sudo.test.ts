import { createHash } from 'node:crypto';
import * as contract from '@dev-connector/contract';
import { sudoMinutes } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { Value } from '../../src/platform/db/sql.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, password, signIn, type TestMember, unknownId } from '../members.ts';
import { openSite, withoutLoadShedding } from '../site.ts';

/* Irreversible actions require a session that signed in, or confirmed its password, within the last minutes. */

const site = await openSite();
const visitor = clientOf(site);
const confirmationRequired = errorResponse(403, 'Please confirm your password: you signed in more than 15 minutes ago');
const minute = 60_000;

/** Shifts the times of sign-in and confirmation of every session of the member. */
const shift = (member: Pick<TestMember, '_id'>, by: number) =>
  site.db.run`update sessions set created_at = created_at + ${by}, confirmed_at = confirmed_at + ${by} where user_id = ${member._id}`;
const signUpWithOldSession = async (name: string) => {
  const person = await createMember(site, name);
  await shift(person, -sudoMinutes * minute);
  return person;
};
const exists = async ({ _id }: TestMember) =>
  (await site.db.get`select id from users where id = ${_id} and deleted_at is null`) !== undefined;

const guarded = Object.values(contract)
  .map((item) => item as unknown as contract.Endpoint)
  .filter(({ sudo }) => sudo)
  .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, unknownId)] as const);

test('deleting the account is among the guarded endpoints', () => {
  expect(guarded).toContainEqual(['DELETE', '/api/profile']);
});

test.for(guarded)('%s %s returns 403 to an older session, and nothing changes', async ([method, url]) => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  await shift(ada, -sudoMinutes * minute);
  const response = await site.app.inject({ method: method as 'DELETE', url, headers: { 'x-auth-token': ada.token } });
  expect({ status: response.statusCode, body: response.json() }).toMatchObject(confirmationRequired);
  expect(await exists(ada)).toBe(true);
});

test('a session may delete the account until the last minute', async () => {
  const ada = await createMember(site, 'Fresh');
  await shift(ada, -(sudoMinutes - 1) * minute);
  expect((await ada.delete('/api/profile')).status).toBe(200);
  expect(await exists(ada)).toBe(false);
});

test('a confirmed password lets this session delete the account, for the same time', async () => {
  const ada = await signUpWithOldSession('Ada');
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
  expect(await ada.post('/api/auth/confirm', { password })).toMatchObject({ status: 200, body: { msg: 'Password confirmed' } });
  await shift(ada, -sudoMinutes * minute);
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
  expect((await ada.post('/api/auth/confirm', { password })).status).toBe(200);
  expect((await ada.delete('/api/profile')).status).toBe(200);
  expect(await exists(ada)).toBe(false);
});

test('a confirmation counts for no other session', async () => {
  const ada = await createMember(site, 'Other');
  const other = await signIn(site, ada);
  await shift(ada, -sudoMinutes * minute);
  const [mallory] = (await createMembers(site, 1)) as [TestMember];
  await shift(mallory, -sudoMinutes * minute);
  expect((await ada.post('/api/auth/confirm', { password })).status).toBe(200);
  for (const session of [other, mallory]) expect(await session.delete('/api/profile')).toMatchObject(confirmationRequired);
});

test('a wrong or missing password confirms nothing', async () => {
  const ada = await signUpWithOldSession('Wrong');
  expect(await ada.post('/api/auth/confirm', { password: 'a guess' })).toMatchObject(
    errorResponse(400, 'Password is incorrect', 'password'),
  );
  expect(await ada.post('/api/auth/confirm', { password: '' })).toMatchObject(errorResponse(400, 'Password is required', 'password'));
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
  expect(await exists(ada)).toBe(true);
});

test('another member’s password confirms nothing', async () => {
  const [ada, grace] = [await signUpWithOldSession('Mine'), await createMember(site, 'Hers')];
  const { body } = await grace.put('/api/auth/password', { current: password, password: 'only hers, not mine' });
  expect(body.token).toBeDefined();
  expect((await ada.post('/api/auth/confirm', { password: 'only hers, not mine' })).status).toBe(400);
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
});

test('changing the password, and setting one with a link, open a session that may delete the account', async () => {
  const [ada, grace] = [await signUpWithOldSession('Changer'), await signUpWithOldSession('Resetter')];
  const changed = await ada.put('/api/auth/password', { current: password, password: 'a newer password' });
  const reset = await visitor.post('/api/auth/reset', { secret: await createResetLink(site.db, grace._id), password: 'a newer password' });
  for (const { body } of [changed, reset]) expect((await clientOf(site, body.token).delete('/api/profile')).status).toBe(200);
});

test('a sign-in or confirmation dated in the future does not count', async () => {
  const ada = await createMember(site, 'Future');
  await shift(ada, 24 * 60 * minute);
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
  expect((await ada.post('/api/auth/confirm', { password })).status).toBe(200);
  await site.db.run`update sessions set confirmed_at = ${Date.now() + 24 * 60 * minute} where user_id = ${ada._id}`;
  expect(await ada.delete('/api/profile')).toMatchObject(confirmationRequired);
});

test('a session that ends while its password is judged is not confirmed', async () => {
  const ada = await signUpWithOldSession('Ended');
  const other = await signIn(site, ada);
  const hash = createHash('sha256').update(ada.token).digest('base64url');
  const get: Db['get'] = async <Row>(sql: TemplateStringsArray, ...values: Value[]) => {
    const row = await site.db.get<Row>(sql, ...values);
    if (sql.join('').includes('password_hash')) await site.db.run`delete from sessions where token_hash = ${hash}`;
    return row;
  };
  const app = await buildApp({ settings: site.settings, db: { ...site.db, get }, worker: false, loadLimits: withoutLoadShedding });
  onCleanup(() => app.close());
  expect((await clientOf({ app }, ada.token).post('/api/auth/confirm', { password })).status).toBe(401);
  expect((await other.get('/api/auth')).status).toBe(200);
});
