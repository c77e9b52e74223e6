import { limits, rates, sessionDays } from '@dev-connector/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invite } from '../../src/features/accounts/invitations.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { clientOf, send } from '../client.ts';
import { createMembers, password, signIn, type TestMember, writePost } from '../members.ts';
import { databaseEnvironment, startSite } from '../program.ts';
import { createDatabase, openSite, runRecurring } from '../site.ts';

/* The system clock was a year ahead for some time and has been corrected. */

const day = 24 * 60 * 60 * 1000;
const ahead = 365 * day;
let now = Date.UTC(2026, 10, 21, 12);
const site = await openSite({ rateLimits: 'on' });
const visitor = clientOf(site);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: (now += 2 * day) }));
afterEach(() => void vi.useRealTimers());
async function whileAhead<T>(work: () => Promise<T>): Promise<T> {
  vi.setSystemTime(now + ahead);
  const done = await work();
  vi.setSystemTime(now);
  return done;
}

const guess = (email: string, from: string, app = site.app) =>
  send(app, { method: 'POST', url: '/api/auth', payload: { email, password: 'a guess' }, remoteAddress: from });
const statuses = async (count: number, work: () => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await work()).status);
  return found;
};

test('attempts dated in the future do not count, and the limit applies again immediately', async () => {
  const { times } = rates.signIn.address;
  const full = [...Array(times).fill(400), 429];
  await whileAhead(async () => expect(await statuses(times + 1, () => guess('nobody@example.org', '192.0.2.1'))).toEqual(full));
  expect(await statuses(times + 1, () => guess('nobody@example.org', '192.0.2.1'))).toEqual(full);
});

test('Retry-After is never longer than the window, in memory or from the database', async () => {
  const { times, seconds } = rates.signIn.address;
  const ask = () => guess('nobody@example.org', '192.0.2.2');
  await statuses(times, ask);
  vi.setSystemTime(now - 40_000); // within the tolerated clock skew between machines
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(seconds);
  vi.setSystemTime(now - 41_000);
  expect(Number((await ask()).headers['retry-after'])).toBeLessThanOrEqual(seconds);
});

test('the write limits of a member are reset', async () => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  await whileAhead(() => statuses(70, () => ada.delete('/api/auth/sessions')));
  expect((await ada.delete('/api/auth/sessions')).status).toBe(200);
});

test('rate limit rows dated in the future are deleted', async () => {
  await whileAhead(() => guess('nobody@example.org', '192.0.2.3'));
  await site.db.run`insert into request_counts (key, requests, until) values ('x', 3, ${now + ahead})`;
  await runRecurring(site, 'rate-limits.purge');
  expect(await site.db.all`select key from rate_limit_attempts where until > ${now + ahead}`).toEqual([]);
  expect(await site.db.all`select key from request_counts`).toEqual([]);
});

test('a session used in the future expires as usual', async () => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  await site.db.run`update sessions set used_at = ${now + ahead}, created_at = ${now + ahead} where user_id = ${ada._id}`;
  expect((await ada.get('/api/auth')).status).toBe(200);
  await expect
    .poll(() => site.db.all`select used_at, created_at from sessions where user_id = ${ada._id}`)
    .toEqual([{ used_at: now, created_at: now }]);
  vi.setSystemTime((now += (sessionDays + 1) * day));
  expect((await ada.get('/api/auth')).status).toBe(401);
});

test('sessions used in the future do not evict a new session', async () => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  for (let index = 0; index < limits.sessions; index++) {
    const id = `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    await site.db
      .run`insert into sessions (id, token_hash, user_id, created_at, used_at) values (${id}, ${id}, ${ada._id}, ${now}, ${now + ahead})`;
  }
  const fresh = await signIn(site, ada);
  expect((await fresh.get('/api/auth')).status).toBe(200);
});

test('known addresses and devices dated in the future are replaced', async () => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  for (let index = 0; index < 20; index++) {
    await site.db.run`insert into known_addresses (user_id, address, used_at) values (${ada._id}, ${`a${index}`}, ${now + ahead})`;
    await site.db.run`insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, ${`d${index}`}, ${now + ahead})`;
  }
  const headers = { 'x-device-secret': 'd'.repeat(43) };
  const { status } = await send(site.app, { method: 'POST', url: '/api/auth', headers, payload: { email: ada.email, password } });
  expect(status).toBe(200);
  expect(await site.db.all`select used_at from known_addresses where user_id = ${ada._id}`).toEqual([{ used_at: now }]);
  expect(await site.db.all`select used_at from known_devices where user_id = ${ada._id}`).toEqual([{ used_at: now }]);
});

test('links created in the future are invalid', async () => {
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  const secret = await whileAhead(() => createResetLink(site.db, ada._id));
  expect((await visitor.post('/api/auth/reset', { secret, password: 'a newer password' })).status).toBe(400);
  const invited = await openSite({ registration: 'invited' });
  const invitation = await whileAhead(() => invite(invited.db, { uses: 1, expiresAt: now + ahead + day }));
  const response = await clientOf(invited).post('/api/users', { name: 'Ada', email: 'ada@example.org', password, invitation });
  expect(response.status).toBe(403);
});

test('an account created in the future is not limited as a new one', async () => {
  const [ada] = (await whileAhead(() => createMembers(site, 1))) as [TestMember];
  await site.db.run`update sessions set used_at = ${now}, created_at = ${now} where user_id = ${ada._id}`;
  const { times } = rates.post.newcomer;
  expect(await statuses(times, () => ada.post('/api/posts', { text: 'Hello' }))).not.toContain(429);
  vi.setSystemTime(now + 120_000);
  expect((await ada.post('/api/posts', { text: 'Hello' })).status).toBe(200);
});

test('new posts are listed above those from the future, with their real date', async () => {
  const [ada] = (await whileAhead(() => createMembers(site, 1))) as [TestMember];
  const before = await whileAhead(() => writePost(ada));
  const after = await writePost(ada);
  const [first, second] = (await ada.get('/api/posts')).body;
  expect([first._id, second._id]).toEqual([after, before]);
  expect(first.date).toBe(new Date(now).toISOString());
});

test('a process that starts after the correction generates ids above the newest ones', async () => {
  vi.useRealTimers();
  const database = await createDatabase();
  const settings = { ...databaseEnvironment(database), RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };
  const post = async (url: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', 'x-auth-token': token };
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(reply.status, path).toBe(200);
    return reply.json() as Promise<{ _id: string; token: string }>;
  };
  const early = await startSite({ ...settings, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shiftDate(ahead))}` });
  const { token } = await post(early.url, '/api/users', { name: 'Ada', email: 'ada@example.org', password });
  const before = await post(early.url, '/api/posts', { text: 'From the future' }, token);
  await early.stop();
  const site = await startSite(settings);
  const after = await post(site.url, '/api/posts', { text: 'From now' }, token);
  const listed = (await (await fetch(`${site.url}/api/posts`, { headers: { 'x-auth-token': token } })).json()) as (typeof after & {
    date: string;
  })[];
  await site.stop();
  expect(listed.map(({ _id }) => _id)).toEqual([after._id, before._id]);
  expect(Math.abs(Date.parse(listed[0]?.date ?? '') - Date.now())).toBeLessThan(day);
});

/** JavaScript that shifts the clock of a process. */
const shiftDate = (by: number) => `const now = Date.now; Date.now = () => now() + ${by}`;
