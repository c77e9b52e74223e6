import { rates, sessionDays } from '@dev-connector/contract';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { type Client, clientOf, send } from '../client.ts';
import { createMember, createMembers, malformedIds, password, signIn, signUp, type TestMember, writePost } from '../members.ts';
import { openSite, type Site } from '../site.ts';

/* Security events in the log at level info: sign-ins, account changes and refusals. */

const lines: string[] = [];
const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
const site = await openSite({ logger });
const visitor = clientOf(site);
beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runOnlyPendingTimers(); // starts the next test with no pending interval
  vi.useRealTimers();
});

/** Returns the security events logged since the test began, without the fields that every log line has. */
const events = () =>
  lines.flatMap((line) => {
    const { level, time, pid, hostname, reqId, ...rest } = JSON.parse(line);
    return rest.event ? [rest] : [];
  });
const network = '127.0.0.1';

describe('the log has one line', () => {
  const expectOnly = (event: string, { _id }: TestMember, msg: string) => expect(events()).toEqual([{ event, member: _id, network, msg }]);

  test('for sign-up, for sign-in and for sign-out', async () => {
    const ada = await signUp(site, 'Ada');
    expectOnly('accountCreated', ada, 'signed up');
    lines.length = 0;
    const again = await signIn(site, ada);
    expectOnly('signIn', ada, 'signed in');
    lines.length = 0;
    await again.delete('/api/auth');
    expectOnly('signOut', ada, 'signed out');
  });

  test('for a password change and for a password reset', async () => {
    const [grace] = (await createMembers(site, 1)) as [TestMember];
    expect((await grace.put('/api/auth/password', { current: password, password: 'another password' })).status).toBe(200);
    expectOnly('passwordChanged', grace, 'changed the password');
    lines.length = 0;
    const secret = await createResetLink(site.db, grace._id);
    expect((await visitor.post('/api/auth/reset', { secret, password })).status).toBe(200);
    expectOnly('passwordReset', grace, 'set a new password with a link');
  });

  test('for sessions that a member ends and for account deletion', async () => {
    const [kim] = (await createMembers(site, 1)) as [TestMember];
    await signIn(site, kim);
    const other = (await kim.get('/api/auth/sessions')).body.find(({ current }: { current: boolean }) => !current);
    lines.length = 0;
    await kim.delete(`/api/auth/sessions/${other._id}`);
    expectOnly('sessionEnded', kim, 'ended a session');
    lines.length = 0;
    await kim.delete('/api/auth/sessions');
    expect(events()).toEqual([]); // there was no other session
    await signIn(site, kim);
    lines.length = 0;
    await kim.delete('/api/auth/sessions');
    expectOnly('otherSessionsEnded', kim, 'ended all other sessions');
    lines.length = 0;
    await kim.delete('/api/profile');
    expectOnly('accountDeleted', kim, 'deleted the account');
  });

  test('for each failed sign-in, with the account if it exists', async () => {
    const [lee] = (await createMembers(site, 1)) as [TestMember];
    for (const email of [lee.email, lee.email, 'nobody@example.org'])
      await visitor.post('/api/auth', { email, password: 'not the password' });
    const failed = { event: 'signInFailed', reason: 'invalidCredentials', route: 'POST /api/auth', network, msg: 'sign-in failed' };
    expect(events()).toEqual([{ ...failed, member: lee._id }, { ...failed, member: lee._id }, failed]);
    expect(lines.join('')).not.toContain('example.org');
  });
});

test('logs nothing when a member ends a session that has already expired', async () => {
  const [old] = (await createMembers(site, 1)) as [TestMember];
  const current = await signIn(site, old);
  const [listed] = (await current.get('/api/auth/sessions')).body.filter(({ current }: { current: boolean }) => !current);
  await site.db.run`update sessions set used_at = ${Date.now() - (sessionDays + 1) * 86_400_000} where id = ${listed._id}`;
  lines.length = 0;
  expect((await current.delete(`/api/auth/sessions/${listed._id}`)).status).toBe(404);
  expect((await current.delete('/api/auth/sessions')).status).toBe(200);
  expect(events()).toEqual([]);
  expect(await site.db.get`select id from sessions where id = ${listed._id}`).toBeUndefined();
});

test('logs nothing for ordinary requests', async () => {
  const ada = await createMember(site, 'Everyday');
  lines.length = 0;
  await ada.put(`/api/posts/like/${await writePost(ada)}`);
  await ada.get('/api/auth/sessions');
  await visitor.get('/api/posts'); // 401 without a token is normal
  await visitor.post('/api/users', {});
  for (const id of malformedIds) await ada.delete(`/api/auth/sessions/${encodeURIComponent(id)}`);
  expect(lines).toEqual([]);
});

describe('a refused request', () => {
  const refused = { event: 'refused', network, msg: 'refused' };

  test('is logged once a minute, then as a count of repeats', async () => {
    const [ada, mallory] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(ada);
    for (let attempt = 0; attempt < 5; attempt++) expect((await mallory.delete(`/api/posts/${post}`)).status).toBe(403);
    const line = { ...refused, reason: 'notAuthor', route: 'DELETE /api/posts/:id', member: mallory._id };
    expect(events()).toEqual([line]);
    lines.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(events()).toEqual([{ ...line, more: 4, msg: 'repeated' }]);
    lines.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(events()).toEqual([]);
    await mallory.delete(`/api/posts/${post}`);
    expect(events()).toEqual([line]);
    expect((await ada.delete(`/api/posts/${post}`)).status).toBe(200);
    expect(events()).toHaveLength(1);
  });

  test.for<[string, string, (member: Client) => Promise<unknown>]>([
    ['tokenInvalid', 'GET /api/auth', () => clientOf(site, 'A'.repeat(43)).get('/api/auth')],
    ['resetInvalid', 'POST /api/auth/reset', () => visitor.post('/api/auth/reset', { secret: 'made up', password })],
    ['passwordWrong', 'POST /api/auth/confirm', (member) => member.post('/api/auth/confirm', { password: 'a guess' })],
    ['currentPasswordWrong', 'PUT /api/auth/password', (member) => member.put('/api/auth/password', { current: 'a guess', password })],
  ])('is logged with reason %s', async ([reason, route, attempt]) => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    await attempt(member);
    const account = ['passwordWrong', 'currentPasswordWrong'].includes(reason) && { member: member._id };
    expect(events()).toEqual([{ ...refused, reason, route, ...account }]);
  });

  describe('during a flood', () => {
    const openProxied = () => openSite({ logger, rateLimits: 'on', trustProxy: ['10.0.0.0/8'] });
    const from = ({ app }: Site, visitor: string, request: InjectOptions) =>
      send(app, { ...request, remoteAddress: '10.0.0.1', headers: { ...request.headers, 'x-forwarded-for': visitor } });
    const guessToken = (flooded: Site, n: number) =>
      from(flooded, `2001:db8:0:${n.toString(16)}::1`, { method: 'GET', url: '/api/auth', headers: { 'x-auth-token': 'A'.repeat(43) } });
    const guessPassword = (flooded: Site, n: number, { email }: { email: string }) =>
      from(flooded, `198.${n}.100.1`, { method: 'POST', url: '/api/auth', payload: { email, password: 'a guess' } });
    const counted = { event: 'refused', msg: 'further events were counted, not logged' };

    test('of invalid tokens from many networks, is only counted beyond a limit, and logged as sums on shutdown', async () => {
      const flooded = await openProxied();
      for (let round = 0; round < 2; round++) for (let n = 0; n < 80; n++) await guessToken(flooded, n);
      expect(events()).toHaveLength(50);
      const second = { ...refused, reason: 'tokenInvalid', route: 'GET /api/auth', network: '2001:db8:0:1::/64' };
      expect(events()[1]).toEqual(second);
      lines.length = 0;
      await flooded.app.close();
      expect(events()).toHaveLength(51);
      expect(events()[1]).toEqual({ ...second, more: 1, msg: 'repeated' });
      expect(events().at(-1)).toEqual({ ...counted, reason: 'tokenInvalid', more: 60 });
    });

    test('of failed sign-ins, is only counted beyond a limit', async () => {
      const flooded = await openProxied();
      const people = await createMembers(flooded, 80);
      for (const [n, person] of people.entries()) expect((await guessPassword(flooded, n, person)).status).toBe(400);
      expect(events()).toHaveLength(50);
      expect(events()[1]).toMatchObject({ event: 'signInFailed', network: '198.1.100.1' });
      lines.length = 0;
      vi.advanceTimersByTime(60_000);
      expect(events()).toEqual([{ ...counted, event: 'signInFailed', reason: 'invalidCredentials', more: 30 }]);
      lines.length = 0;
      await guessPassword(flooded, 1, people[1] as TestMember);
      expect(events()).toHaveLength(1);
    });

    test('is still logged for other reasons', async () => {
      const flooded = await openProxied();
      const [ada, mallory, ...people] = (await createMembers(flooded, 62)) as [TestMember, TestMember, ...TestMember[]];
      const post = await writePost(ada);
      for (const [n, person] of people.entries()) await Promise.all([guessToken(flooded, n), guessPassword(flooded, n, person)]);
      expect(events()).toHaveLength(100);
      lines.length = 0;
      expect((await mallory.delete(`/api/posts/${post}`)).status).toBe(403);
      await clientOf(flooded).post('/api/auth/reset', { secret: 'made up', password });
      expect(events()).toEqual([
        { ...refused, reason: 'notAuthor', route: 'DELETE /api/posts/:id', member: mallory._id },
        { ...refused, reason: 'resetInvalid', route: 'POST /api/auth/reset' },
      ]);
    });
  });

  test('is logged for each member and network, so that a token used from two networks is visible', async () => {
    const [ada, mallory] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(ada);
    const attempt = (remoteAddress: string) =>
      send(site.app, { method: 'DELETE', url: `/api/posts/${post}`, remoteAddress, headers: { 'x-auth-token': mallory.token } });
    for (const address of ['192.0.2.1', '203.0.113.7', '192.0.2.1']) expect((await attempt(address)).status).toBe(403);
    expect(events().map(({ member, network }) => [member, network])).toEqual([
      [mallory._id, '192.0.2.1'],
      [mallory._id, '203.0.113.7'],
    ]);
  });

  test('by a rate limit is logged by network and reason', async () => {
    const limited = await openSite({ logger, rateLimits: 'on' });
    const { times } = rates.signIn.address;
    for (let attempt = 0; attempt < times + 5; attempt++)
      await clientOf(limited).post('/api/auth', { email: 'nobody@example.org', password: 'not the password' });
    expect(events().filter(({ event }) => event === 'signInFailed')).toHaveLength(times);
    expect(events().slice(times)).toEqual([{ ...refused, reason: 'tooMany', route: 'POST /api/auth' }]);
  });
});
