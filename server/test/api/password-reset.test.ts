import { resetMinutes } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, password, signIn } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const newPassword = 'a fresh password';
const reset = (secret: unknown, chosen: unknown = newPassword) => visitor.post('/api/auth/reset', { secret, password: chosen });
const invalid = errorResponse(400, 'This link has been used, replaced or has expired. Ask for a new one.', 'secret');

test('a reset link sets a password, ends every session and signs in', async () => {
  const ada = await createMember(site, 'Ada');
  const otherSession = await signIn(site, ada);
  const secret = await createResetLink(site.db, ada._id);
  const { status, body } = await reset(secret);
  expect(status).toBe(200);
  expect((await clientOf(site, body.token).get('/api/auth')).body._id).toBe(ada._id);
  for (const session of [ada, otherSession]) expect((await session.get('/api/auth')).status).toBe(401);
  expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(400);
  expect((await visitor.post('/api/auth', { email: ada.email, password: newPassword })).status).toBe(200);
});

test('a reset link works once, even for concurrent requests', async () => {
  const bob = await createMember(site, 'Bob');
  const secret = await createResetLink(site.db, bob._id);
  const responses = await Promise.all([reset(secret), reset(secret, 'another password')]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await reset(secret)).toMatchObject(invalid);
});

test('a new link replaces the previous one of the same member only', async () => {
  const [eve, mallory] = [await createMember(site, 'Eve'), await createMember(site, 'Mallory')];
  const first = await createResetLink(site.db, eve._id);
  const otherSecret = await createResetLink(site.db, mallory._id);
  const second = await createResetLink(site.db, eve._id);
  expect(await reset(first)).toMatchObject(invalid);
  expect((await eve.get('/api/auth')).status).toBe(200);
  expect((await reset(second)).status).toBe(200);
  expect((await mallory.get('/api/auth')).status).toBe(200);
  expect((await reset(otherSecret)).status).toBe(200);
});

test('returns 400 for expired and unknown links', async () => {
  const kim = await createMember(site, 'Kim');
  const secret = await createResetLink(site.db, kim._id);
  await site.db.run`update password_resets set expires_at = expires_at - ${resetMinutes * 60_000}`;
  for (const wrong of [secret, 'made up', 'x'.repeat(100)]) expect(await reset(wrong)).toMatchObject(invalid);
  expect(await reset('')).toMatchObject(errorResponse(400, 'The link is incomplete', 'secret'));
  expect((await kim.get('/api/auth')).status).toBe(200);
});

test('a password change revokes the link of the same member only', async () => {
  const [ann, ben] = [await createMember(site, 'Ann'), await createMember(site, 'Ben')];
  const [annSecret, benSecret] = [await createResetLink(site.db, ann._id), await createResetLink(site.db, ben._id)];
  const guess = await ann.put('/api/auth/password', { current: 'a guess, no more', password: 'a newer password' });
  expect(guess.status).toBe(400);
  expect(await site.db.all`select id from password_resets where user_id = ${ann._id}`).toHaveLength(1);
  expect((await ann.put('/api/auth/password', { current: password, password: 'a newer password' })).status).toBe(200);
  expect(await reset(annSecret)).toMatchObject(invalid);
  expect((await visitor.post('/api/auth', { email: ann.email, password: 'a newer password' })).status).toBe(200);
  expect((await reset(benSecret)).status).toBe(200);
});

test('a concurrent password change and reset leave one password and no link', async () => {
  const cyd = await createMember(site, 'Cyd');
  const secret = await createResetLink(site.db, cyd._id);
  const responses = await Promise.all([
    cyd.put('/api/auth/password', { current: password, password: 'from the change' }),
    reset(secret, 'from the link'),
  ]);
  const succeeded = responses.filter(({ status }) => status === 200);
  expect(succeeded).toHaveLength(1);
  expect(await site.db.all`select id from password_resets where user_id = ${cyd._id}`).toEqual([]);
  expect((await clientOf(site, succeeded[0]?.body.token).get('/api/auth/sessions')).body).toHaveLength(1);
});

test('a link stays valid after a password that is too short', async () => {
  const lee = await createMember(site, 'Lee');
  const secret = await createResetLink(site.db, lee._id);
  expect(await reset(secret, 'short')).toMatchObject(errorResponse(400, 'Please enter a password with 8 or more characters', 'password'));
  expect((await reset(secret)).status).toBe(200);
});

test('only the hash of a link is stored, and account deletion revokes the link', async () => {
  const max = await createMember(site, 'Max');
  const secret = await createResetLink(site.db, max._id);
  expect(JSON.stringify(await site.db.all`select * from password_resets`)).not.toContain(secret);
  expect((await max.delete('/api/profile')).status).toBe(200);
  expect(await reset(secret)).toMatchObject(invalid);
});
