import { rates, sessionDays } from '@dev-connector/contract';
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { allowReset } from '../../src/accounts/password-resets.ts';
import { type Client, clientOf, send } from '../client.ts';
import { crowd, malformedIds, type Person, password, signIn, signUp, writePost } from '../community.ts';
import { openSite, type Site } from '../site.ts';

/* What the log says at its usual level of who came in and who was kept out. */

const lines: string[] = [];
const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
const site = await openSite({ logger });
const visitor = clientOf(site);
beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runOnlyPendingTimers(); // the next test's minute is its own
  vi.useRealTimers();
});

/** The events since the last test began, without what every line of the log has. */
const events = () =>
  lines.flatMap((line) => {
    const { level, time, pid, hostname, reqId, ...rest } = JSON.parse(line);
    return rest.event ? [rest] : [];
  });
const network = '127.0.0.1';

describe('one line tells', () => {
  const onlyOf = (event: string, { _id }: Person, msg: string) => expect(events()).toEqual([{ event, member: _id, network, msg }]);

  test('of signing up, of signing in and of signing out', async () => {
    const ada = await signUp(site, 'Ada');
    onlyOf('accountCreated', ada, 'signed up');
    lines.length = 0;
    const again = await signIn(site, ada);
    onlyOf('signIn', ada, 'signed in');
    lines.length = 0;
    await again.delete('/api/auth');
    onlyOf('signOut', ada, 'signed out');
  });

  test('of a password that is changed, and of one that is set with a link', async () => {
    const [grace] = (await crowd(site, 1)) as [Person];
    expect((await grace.put('/api/auth/password', { current: password, password: 'another password' })).status).toBe(200);
    onlyOf('passwordChanged', grace, 'changed the password');
    lines.length = 0;
    const secret = await allowReset(site.db, grace._id);
    expect((await visitor.post('/api/auth/reset', { secret, password })).status).toBe(200);
    onlyOf('passwordReset', grace, 'set a new password with a link');
  });

  test('of sessions that a member ends, and of the account', async () => {
    const [kim] = (await crowd(site, 1)) as [Person];
    await signIn(site, kim);
    const other = (await kim.get('/api/auth/sessions')).body.find(({ current }: { current: boolean }) => !current);
    lines.length = 0;
    await kim.delete(`/api/auth/sessions/${other._id}`);
    onlyOf('sessionEnded', kim, 'ended a session');
    lines.length = 0;
    await kim.delete('/api/auth/sessions');
    expect(events()).toEqual([]); // there was none left
    await signIn(site, kim);
    lines.length = 0;
    await kim.delete('/api/auth/sessions');
    onlyOf('otherSessionsEnded', kim, 'ended all other sessions');
    lines.length = 0;
    await kim.delete('/api/profile');
    onlyOf('accountDeleted', kim, 'deleted the account');
  });

  test('of a sign-in that failed, each time, and whose account it was if there is one', async () => {
    const [lee] = (await crowd(site, 1)) as [Person];
    for (const email of [lee.email, lee.email, 'nobody@example.org'])
      await visitor.post('/api/auth', { email, password: 'not the password' });
    const failed = { event: 'signInFailed', reason: 'invalidCredentials', route: 'POST /api/auth', network, msg: 'sign-in failed' };
    expect(events()).toEqual([{ ...failed, member: lee._id }, { ...failed, member: lee._id }, failed]);
    expect(lines.join('')).not.toContain('example.org');
  });
});

test('a session that has ended by itself is ended by nobody', async () => {
  const [old] = (await crowd(site, 1)) as [Person];
  const current = await signIn(site, old);
  const [listed] = (await current.get('/api/auth/sessions')).body.filter(({ current }: { current: boolean }) => !current);
  await site.db.run`update sessions set used_at = ${Date.now() - (sessionDays + 1) * 86_400_000} where id = ${listed._id}`;
  lines.length = 0;
  expect((await current.delete(`/api/auth/sessions/${listed._id}`)).status).toBe(404);
  expect((await current.delete('/api/auth/sessions')).status).toBe(200);
  expect(events()).toEqual([]);
  expect(await site.db.get`select id from sessions where id = ${listed._id}`).toBeUndefined();
});

test('what is done every day is told by no line', async () => {
  const ada = await signUp(site, 'Everyday');
  lines.length = 0;
  await ada.put(`/api/posts/like/${await writePost(ada)}`);
  await ada.get('/api/auth/sessions');
  await visitor.get('/api/posts'); // 401: everybody is a visitor at first
  await visitor.post('/api/users', {});
  for (const id of malformedIds) await ada.delete(`/api/auth/sessions/${encodeURIComponent(id)}`);
  expect(lines).toEqual([]);
});

describe('who is kept out', () => {
  const refused = { event: 'refused', network, msg: 'refused' };

  test('is told of once a minute, and then how often again', async () => {
    const [ada, mallory] = (await crowd(site, 2)) as [Person, Person];
    const post = await writePost(ada);
    for (let tried = 0; tried < 5; tried++) expect((await mallory.delete(`/api/posts/${post}`)).status).toBe(403);
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
  ])('is told of for %s', async ([reason, route, attempt]) => {
    const [member] = (await crowd(site, 1)) as [Person];
    await attempt(member);
    const who = ['passwordWrong', 'currentPasswordWrong'].includes(reason) && { member: member._id };
    expect(events()).toEqual([{ ...refused, reason, route, ...who }]);
  });

  describe('in a flood', () => {
    const openProxied = () => openSite({ logger, rateLimits: 'on', trustProxy: ['10.0.0.0/8'] });
    const from = ({ app }: Site, visitor: string, request: InjectOptions) =>
      send(app, { ...request, remoteAddress: '10.0.0.1', headers: { ...request.headers, 'x-forwarded-for': visitor } });
    const guessToken = (flooded: Site, n: number) =>
      from(flooded, `2001:db8:0:${n.toString(16)}::1`, { method: 'GET', url: '/api/auth', headers: { 'x-auth-token': 'A'.repeat(43) } });
    const guessPassword = (flooded: Site, n: number) =>
      from(flooded, `198.51.100.${n}`, {
        method: 'POST',
        url: '/api/auth',
        payload: { email: `nobody${n}@example.org`, password: 'a guess' },
      });
    const counted = { event: 'refused', msg: 'further events were counted, not logged' };

    test('of tokens cannot fill the disk, from however many networks; sums are told when the site stops, too', async () => {
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

    test('of sign-ins that fail neither', async () => {
      const flooded = await openProxied();
      for (let n = 0; n < 80; n++) expect((await guessPassword(flooded, n)).status).toBe(400);
      expect(events()).toHaveLength(50);
      expect(events()[1]).toMatchObject({ event: 'signInFailed', network: '198.51.100.1' });
      lines.length = 0;
      vi.advanceTimersByTime(60_000);
      expect(events()).toEqual([{ ...counted, event: 'signInFailed', reason: 'invalidCredentials', more: 30 }]);
      lines.length = 0;
      await guessPassword(flooded, 1);
      expect(events()).toHaveLength(1);
    });

    test('is told of for every other reason all the same', async () => {
      const flooded = await openProxied();
      const [ada, mallory] = (await crowd(flooded, 2)) as [Person, Person];
      const post = await writePost(ada);
      for (let n = 0; n < 60; n++) await Promise.all([guessToken(flooded, n), guessPassword(flooded, n)]);
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

  test('is told of by member and network: a token that is used elsewhere too is seen', async () => {
    const [ada, mallory] = (await crowd(site, 2)) as [Person, Person];
    const post = await writePost(ada);
    const attempt = (remoteAddress: string) =>
      send(site.app, { method: 'DELETE', url: `/api/posts/${post}`, remoteAddress, headers: { 'x-auth-token': mallory.token } });
    for (const address of ['192.0.2.1', '203.0.113.7', '192.0.2.1']) expect((await attempt(address)).status).toBe(403);
    expect(events().map(({ member, network }) => [member, network])).toEqual([
      [mallory._id, '192.0.2.1'],
      [mallory._id, '203.0.113.7'],
    ]);
  });

  test('by a limit is told of by network and reason', async () => {
    const limited = await openSite({ logger, rateLimits: 'on' });
    const { times } = rates.signIn.address;
    for (let tried = 0; tried < times + 5; tried++)
      await clientOf(limited).post('/api/auth', { email: 'nobody@example.org', password: 'not the password' });
    expect(events().filter(({ event }) => event === 'signInFailed')).toHaveLength(times);
    expect(events().slice(times)).toEqual([{ ...refused, reason: 'tooMany', route: 'POST /api/auth' }]);
  });
});
