import { rates } from '@dev-connector/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../../src/features/accounts/secret.ts';
import { newId } from '../../src/platform/id.ts';
import { send, type TestResponse } from '../client.ts';
import { fakeGithub } from '../fake-github.ts';
import { createMembers, password, type TestMember } from '../members.ts';
import { openProcess, openSite, runRecurring, type Site } from '../site.ts';

/* Rate limits. The clock is mocked; each test starts 25 hours after the previous one, so that no attempts are left in any window. */

const minute = 60_000;
const hour = 60 * minute;
let clock = Date.UTC(2026, 10, 21, 12);
const github = await fakeGithub();
const limited = { rateLimits: 'on', githubApiUrl: github.url } as const;
const site = await openSite(limited);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 25 * hour) });
});
afterEach(() => void vi.useRealTimers());
const advance = (milliseconds: number) => vi.setSystemTime((clock += milliseconds));

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
interface Call {
  app?: Site['app'];
  token?: string;
  from?: string;
  headers?: Record<string, string>;
}

const call = (method: Method, url: string, payload?: object, { app = site.app, token, from = '192.0.2.1', headers }: Call = {}) =>
  send(app, {
    method,
    url,
    remoteAddress: from,
    ...(payload && { payload }),
    headers: { ...(token && { 'x-auth-token': token }), ...headers },
  });
const guess = (email: string, options: Call = {}) => call('POST', '/api/auth', { email, password: 'not the password' }, options);
const signIn = (email: string, options: Call = {}) => call('POST', '/api/auth', { email, password }, options);

async function times(count: number, work: (index: number) => Promise<TestResponse>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await work(index)).status);
  return statuses;
}
const all = (count: number, status: number) => Array.from({ length: count }, () => status);

/** The expected 429 response, with its Retry-After in seconds. */
const retryAfter = (seconds: number, duration = `${seconds} seconds`) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: {
    title: 'Too Many Requests',
    status: 429,
    errors: [{ msg: `Too many requests. Try again in ${duration}.` }],
  },
});

/** Creates members whose accounts are older than a day. */
async function establishedMembers(count: number, at = site): Promise<TestMember[]> {
  const people = await createMembers(at, count);
  advance(25 * hour);
  return people;
}

describe('signing in', () => {
  test('returns 429 for the eleventh wrong password in a minute', async () => {
    const [ada] = (await establishedMembers(1)) as [TestMember];
    expect(await times(rates.signIn.address.times, () => guess(ada.email))).toEqual(all(10, 400));
    expect(await guess(ada.email)).toMatchObject(retryAfter(60));
    // The correct password is not checked either.
    expect(await signIn(ada.email)).toMatchObject(retryAfter(60));
    advance(20_500);
    expect(await guess(ada.email)).toMatchObject(retryAfter(40));
    advance(39_499);
    expect(await guess(ada.email)).toMatchObject(retryAfter(1, '1 second'));
    advance(1);
    expect((await signIn(ada.email)).status).toBe(200);
  });

  test('allows at most ten attempts in any 60 seconds', async () => {
    const allowed: number[] = [];
    for (const { email } of await establishedMembers(40)) {
      if ((await guess(email)).status === 400) allowed.push(clock);
      advance(3000);
    }
    expect(allowed).toHaveLength(20);
    for (const time of allowed) {
      expect(allowed.filter((other) => other > time - minute && other <= time).length).toBeLessThanOrEqual(10);
    }
  });

  test('counts correct passwords and concurrent attempts too', async () => {
    const [ada] = (await establishedMembers(1)) as [TestMember];
    const responses = await Promise.all(Array.from({ length: 25 }, () => signIn(ada.email)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('limits an address across accounts and leaves other addresses alone', async () => {
    const [ada, grace] = (await establishedMembers(2)) as [TestMember, TestMember];
    await times(10, () => guess(ada.email));
    expect(await signIn(grace.email)).toMatchObject({ status: 429 });
    expect((await signIn(grace.email, { from: '192.0.2.2' })).status).toBe(200);
  });

  test('limits a network across accounts and addresses, which stores nothing for the attempts beyond, except at known addresses', async () => {
    const [ada] = (await establishedMembers(1)) as [TestMember];
    const { network, address } = rates.signIn;
    expect((await signIn(ada.email, { from: '2001:db8:1:ffff::1' })).status).toBe(200);
    advance(minute);
    const attempt = (index: number) => guess(`nobody-${index}@example.org`, { from: `2001:db8:1:${index}::1` });
    const one = () => guess('nobody@example.org', { from: '2001:db8:1:fffe::1' });
    expect(await times(address.times + 20, one)).toEqual([...all(address.times, 400), ...all(20, 429)]);
    expect(await times(network.times - address.times, attempt)).toEqual(all(network.times - address.times, 400));
    const rows = await site.db.all`select key from rate_limit_attempts`;
    expect(await attempt(1_000)).toMatchObject(retryAfter(60));
    expect(await times(20, (index) => attempt(2_000 + index))).toEqual(all(20, 429));
    expect(await site.db.all`select key from rate_limit_attempts`).toHaveLength(rows.length);
    expect((await guess('nobody@example.org', { from: '2001:db8:2::1' })).status).toBe(400);
    expect((await signIn(ada.email, { from: '2001:db8:1:ffff::2' })).status).toBe(200);
  });

  test('consumes no attempt for an invalid body', async () => {
    const wrong = { email: 'nonsense', password: '' };
    expect(await times(15, () => call('POST', '/api/auth', wrong))).toEqual(all(15, 400));
    expect((await guess('nobody@example.org')).status).toBe(400);
    expect((await guess('nobody@example.org')).body.errors).toEqual([{ msg: 'Invalid Credentials', code: 'invalidCredentials' }]);
  });

  /** Guesses from many networks until the limit of the account is reached. */
  const exhaustAccount = (email: string) => times(rates.signIn.account.times, (index) => guess(email, { from: `198.51.${index % 20}.7` }));

  test('limits guesses on one account from many networks, except at addresses where the member has signed in', async () => {
    const [email, knownAddress] = [`${newId()}@example.org`, { from: '2001:db8:1:2::3' }];
    expect((await call('POST', '/api/users', { name: 'Ada', email, password }, knownAddress)).status).toBe(200);
    expect(await exhaustAccount(email)).toEqual(all(100, 400));
    for (const correct of [false, true])
      expect(await (correct ? signIn : guess)(email.toUpperCase(), { from: '203.0.113.1' })).toMatchObject(retryAfter(3600, '60 minutes'));
    expect((await signIn(email, { from: '2001:db8:1:2:ffff::1' })).status).toBe(200);
    advance(hour);
    expect((await signIn(email, { from: '203.0.113.1' })).status).toBe(200);
  });

  describe('under attack', () => {
    const knownAddress = { from: '192.0.2.77' };
    const device = { 'x-device-secret': 'd'.repeat(43) };

    test('five addresses of one network do not lock a member out of another network', async () => {
      const [ada] = (await establishedMembers(1)) as [TestMember];
      const { address, accountFromNetwork } = rates.signIn;
      const attack = await times(5 * address.times, (index) => guess(ada.email, { from: `198.51.100.${index % 5}` }));
      expect(attack).toEqual([...all(accountFromNetwork.times, 400), ...all(attack.length - accountFromNetwork.times, 429)]);
      expect((await signIn(ada.email, { from: '203.0.113.1' })).status).toBe(200);
    });

    test('an IPv6 /48 counts as one network', async () => {
      const [ada] = (await establishedMembers(1)) as [TestMember];
      const { times: max } = rates.signIn.accountFromNetwork;
      expect(await times(max + 1, (index) => guess(ada.email, { from: `2001:db8:1:${index}::1` }))).toEqual([...all(max, 400), 429]);
      expect((await guess(ada.email, { from: '2001:db8:2::1' })).status).toBe(400);
    });

    test('a known device can sign in from any address, other devices cannot', async () => {
      const [ada, grace] = (await establishedMembers(2)) as [TestMember, TestMember];
      expect((await signIn(ada.email, { ...knownAddress, headers: device })).status).toBe(200);
      for (const { email } of [ada, grace]) {
        await exhaustAccount(email);
        advance(minute);
      }
      expect((await signIn(ada.email, { from: '203.0.113.1', headers: device })).status).toBe(200);
      expect((await signIn(ada.email, { from: '203.0.113.2', headers: { 'x-device-secret': 'e'.repeat(43) } })).status).toBe(429);
      expect((await signIn(ada.email, { from: '203.0.113.2' })).status).toBe(429);
      // The device is known for one account only.
      expect((await signIn(grace.email, { from: '203.0.113.2', headers: device })).status).toBe(429);
    });

    test('a known device has its own limit, independent of its address', async () => {
      const [ada] = (await establishedMembers(1)) as [TestMember];
      expect((await signIn(ada.email, { ...knownAddress, headers: device })).status).toBe(200);
      await times(10, () => guess('nobody@example.org', knownAddress));
      expect((await signIn(ada.email, knownAddress)).status).toBe(429);
      const max = rates.signIn.accountFromDevice.times;
      const statuses = await times(max + 1, (index) => guess(ada.email, { from: `203.0.${index}.1`, headers: device }));
      expect(statuses).toEqual([...all(max, 400), 429]);
    });

    test('a wrong password does not make a device known', async () => {
      const [ada] = (await establishedMembers(1)) as [TestMember];
      await guess(ada.email, { ...knownAddress, headers: device });
      await exhaustAccount(ada.email);
      expect((await signIn(ada.email, { from: '203.0.113.1', headers: device })).status).toBe(429);
    });

    test('an account has at most twenty known devices, stored as hashes of their secrets', async () => {
      const [ada] = (await establishedMembers(1)) as [TestMember];
      const secretOf = (index: number) => String(index).padStart(43, 'x');
      for (let index = 0; index < 22; index++) {
        const response = await signIn(ada.email, { from: `203.0.${index}.1`, headers: { 'x-device-secret': secretOf(index) } });
        expect(response.status).toBe(200);
        advance(minute);
      }
      const rows = await site.db.all<{ secret_hash: string }>`select secret_hash from known_devices where user_id = ${ada._id}`;
      expect(rows).toHaveLength(20);
      expect(JSON.stringify(rows)).not.toContain(secretOf(21));
      const isKnown = async (index: number) => rows.some(({ secret_hash }) => secret_hash === hashOf(secretOf(index)));
      expect(await Promise.all([0, 1, 2, 21].map(isKnown))).toEqual([false, false, true, true]);
    });

    test('a malformed device secret returns 400', async () => {
      for (const secret of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}!`])
        expect((await signIn('nobody@example.org', { headers: { 'x-device-secret': secret } })).status).toBe(400);
    });
  });

  test.for<[string, (token: string, from: string) => Promise<TestResponse>]>([
    ['changing the password', (token, from) => call('PUT', '/api/auth/password', { current: 'a guess', password }, { token, from })],
    ['confirming the password', (token, from) => call('POST', '/api/auth/confirm', { password: 'a guess' }, { token, from })],
  ])('%s consumes attempts of sign-in, so that a stolen token gives no more guesses', async ([, attempt]) => {
    const [ada, grace] = (await establishedMembers(2)) as [TestMember, TestMember];
    expect(await times(5, () => attempt(ada.token, '192.0.2.1'))).toEqual(all(5, 400));
    expect(await times(6, () => guess(ada.email))).toEqual([...all(5, 400), 429]);
    expect((await attempt(ada.token, '192.0.2.1')).status).toBe(429);
    expect((await attempt(grace.token, '192.0.2.2')).status).toBe(400);
    advance(hour);
    await exhaustAccount(ada.email);
    expect((await attempt(ada.token, '203.0.113.9')).status).toBe(429);
    expect((await attempt(grace.token, '203.0.113.9')).status).toBe(400);
  });

  test('does not reveal by its limit whether an account exists', async () => {
    const unknownEmail = `${newId()}@example.org`;
    expect(await exhaustAccount(unknownEmail)).toEqual(all(100, 400));
    expect(await guess(unknownEmail, { from: '203.0.113.1' })).toMatchObject(retryAfter(3600, '60 minutes'));
  });

  test('stops guesses from a known address within the hour, and the member can sign in from another address', async () => {
    const [ada] = (await establishedMembers(1)) as [TestMember];
    expect((await signIn(ada.email)).status).toBe(200);
    expect(await times(9, () => guess(ada.email))).toEqual(all(9, 400));
    advance(minute);
    expect(await times(10, () => guess(ada.email))).toEqual(all(10, 400));
    advance(minute);
    expect(await guess(ada.email)).toMatchObject(retryAfter(3480, '58 minutes'));
    expect((await signIn(ada.email, { from: '203.0.113.1' })).status).toBe(200);
  });
});

test('sign-in and sign-up succeed even if the address cannot be stored', async () => {
  const site = await openSite(limited);
  const [ada] = (await establishedMembers(1, site)) as [TestMember];
  await site.db.run`alter table known_addresses add column broken integer default 0 check (broken > 0)`;
  expect((await signIn(ada.email, { app: site.app })).status).toBe(200);
  const newcomer = { name: 'Grace', email: 'grace@example.org', password };
  expect((await call('POST', '/api/users', newcomer, { app: site.app })).status).toBe(200);
  expect(await site.db.all`select address from known_addresses`).toEqual([]);
});

describe('the client address', () => {
  let names = 0;
  /** A request that is limited by address only and hashes no password. */
  const lookUp = (options: Call) => call('GET', `/api/profile/github/name${++names}`, undefined, options);
  const { times: max } = rates.codeHost.address;

  test('is the /64 for IPv6', async () => {
    expect(await times(max, (index) => lookUp({ from: `2001:db8:0:1::${index}` }))).toEqual(all(max, 200));
    expect((await lookUp({ from: '2001:db8:0:1:aaaa:bbbb:cccc:dddd' })).status).toBe(429);
    expect((await lookUp({ from: '2001:db8:0:2::1' })).status).toBe(200);
  });

  test('is the same for an IPv4-mapped IPv6 address', async () => {
    await times(max, (index) => lookUp({ from: index % 2 ? '::ffff:192.0.2.9' : '192.0.2.9' }));
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) expect((await lookUp({ from })).status).toBe(429);
    expect((await lookUp({ from: '::ffff:192.0.2.10' })).status).toBe(200);
  });

  test('ignores forwarding headers from untrusted clients', async () => {
    const forged = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
    const forgedHeaders = (index: number) => ({ headers: Object.fromEntries(forged.map((name) => [name, `203.0.113.${index}`])) });
    expect(await times(max, (index) => lookUp(forgedHeaders(index)))).toEqual(all(max, 200));
    expect((await lookUp(forgedHeaders(max))).status).toBe(429);
  });

  test('is the last address that a proxy in TRUST_PROXY forwards', async () => {
    const { app } = await openSite({ ...limited, trustProxy: ['10.0.0.0/8'] });
    const through = (visitor: string, proxy = '10.0.0.1') => lookUp({ app, from: proxy, headers: { 'x-forwarded-for': visitor } });
    expect(await times(max, (index) => through(`198.51.100.${index}, 203.0.113.5`))).toEqual(all(max, 200));
    expect((await through('203.0.113.5', '10.9.9.9')).status).toBe(429);
    expect((await through('203.0.113.5:4711')).status).toBe(429);
    expect((await through('203.0.113.6')).status).toBe(200);
    // From other addresses, the header is ignored.
    await times(max, (index) => through(`203.0.113.${index}`, '192.0.2.1'));
    expect((await through('203.0.113.99', '192.0.2.1')).status).toBe(429);
    // Invalid forwarded addresses count for the proxy.
    await times(max, (index) => through(`nonsense${index}`, '10.0.0.2'));
    expect((await through('more nonsense', '10.0.0.2')).status).toBe(429);
  });

  test('logs one warning for a private proxy that TRUST_PROXY does not list', async () => {
    const lines: string[] = [];
    const unlisted = await openSite({ ...limited, logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
    for (const from of ['203.0.113.5', '10.0.0.1', '10.0.0.1'])
      await call('GET', '/api/profile', undefined, { app: unlisted.app, from, headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(lines).toEqual([expect.stringContaining('10.0.0.1 that TRUST_PROXY does not list')]);
  });

  test('logs no warning for such a proxy while rate limits are off', async () => {
    const lines: string[] = [];
    const free = await openSite({
      ...limited,
      rateLimits: 'off',
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
    });
    await lookUp({ app: free.app, from: '172.18.0.2', headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(lines).toEqual([]);
  });

  test('logs no warning for a visitor on the machine of a proxy that TRUST_PROXY lists', async () => {
    const lines: string[] = [];
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
    const listed = await openSite({ ...limited, trustProxy: ['10.0.0.1'], logger });
    await call('GET', '/api/profile', undefined, { app: listed.app, from: '10.0.0.1', headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(lines).toEqual([]);
  });
});

test('sign-up is limited by address', async () => {
  const signUp = (from: string) => call('POST', '/api/users', { name: 'Ada', email: `${newId()}@example.org`, password }, { from });
  expect(await times(rates.signUp.address.times, () => signUp('192.0.2.50'))).toEqual(all(20, 200));
  expect(await signUp('192.0.2.50')).toMatchObject(retryAfter(3600, '60 minutes'));
  expect((await signUp('192.0.2.51')).status).toBe(200);
  advance(hour);
  expect((await signUp('192.0.2.50')).status).toBe(200);
});

describe('writing', () => {
  const post = ({ token }: TestMember, from = '192.0.2.1') => call('POST', '/api/posts', { text: 'Hello' }, { token, from });

  test('is limited by account across addresses, and leaves other accounts alone', async () => {
    const [ada, grace] = (await establishedMembers(2)) as [TestMember, TestMember];
    const max = rates.post.account.times;
    expect(await times(max, (index) => post(ada, `192.0.2.${index}`))).toEqual(all(max, 200));
    expect(await post(ada, '192.0.2.200')).toMatchObject(retryAfter(60));
    expect((await post(grace)).status).toBe(200);
    expect((await call('GET', '/api/posts', undefined, { token: ada.token })).body).toHaveLength(max + 1);
    expect((await call('POST', `/api/posts/`, { text: 'Hello' }, { token: ada.token })).status).toBe(429);
  });

  test('is limited by address across accounts', async () => {
    const people = await establishedMembers(6);
    const max = rates.post.address.times;
    expect(await times(max, (index) => post(people[index % 5] as TestMember))).toEqual(all(max, 200));
    expect(await post(people[5] as TestMember)).toMatchObject(retryAfter(60));
    expect((await post(people[5] as TestMember, '192.0.2.2')).status).toBe(200);
  });

  test('that is refused consumes no attempt of the account', async () => {
    const [ada, ...others] = (await establishedMembers(6)) as [TestMember, ...TestMember[]];
    await times(rates.post.address.times, (index) => post(others[index % 5] as TestMember));
    expect(await times(20, () => post(ada))).toEqual(all(20, 429));
    expect(await times(10, () => post(ada, '192.0.2.2'))).toEqual(all(10, 200));
  });

  test('has a lower limit on the first day of an account', async () => {
    const [established] = (await establishedMembers(1)) as [TestMember];
    const [newcomer] = (await createMembers(site, 1)) as [TestMember];
    const postSlowly = async (person: TestMember, count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index++) {
        statuses.push((await post(person)).status);
        advance(2 * minute);
      }
      return statuses;
    };
    expect(await postSlowly(newcomer, 11)).toEqual([...all(10, 200), 429]);
    expect(await postSlowly(established, 11)).toEqual(all(11, 200));
    advance(24 * hour);
    expect(await postSlowly(newcomer, 11)).toEqual(all(11, 200));
  });

  test.for<[string, number, (post: string) => [Method, string, object?]]>([
    ['comments', rates.comment.account.times, (id) => ['POST', `/api/posts/comment/${id}`, { text: 'Hi' }]],
    ['likes', rates.like.account.times, (id) => ['PUT', `/api/posts/like/${id}`]],
    ['unlikes', rates.like.account.times, (id) => ['PUT', `/api/posts/unlike/${id}`]],
    ['drafts', rates.draft.account.times, () => ['PUT', '/api/drafts/post', { text: 'Hi' }]],
    ['profiles', rates.change.account.times, () => ['POST', '/api/profile', { status: 'Developer', skills: 'Go' }]],
    ['other changes', rates.change.account.times, () => ['DELETE', `/api/posts/${newId()}`]],
  ])('has a limit for %s', async ([, max, request]) => {
    const [ada] = (await establishedMembers(1)) as [TestMember];
    const [method, url, payload] = request((await post(ada)).body._id);
    const statuses = await times(max + 1, () => call(method, url, payload, { token: ada.token }));
    expect(statuses.slice(0, max)).not.toContain(429);
    expect(statuses[max]).toBe(429);
  });
});

describe('a request to the code host', () => {
  const fetchRepositories = (name: string, from = '192.0.2.1', method: Method = 'GET') =>
    call(method, `/api/profile/github/${name}`, undefined, { from });
  const max = rates.codeHost.address.times;

  test('is limited by address, and cached names consume no attempt', async () => {
    expect(await times(max, (index) => fetchRepositories(`a${index}`, '192.0.2.1', index % 2 ? 'HEAD' : 'GET'))).toEqual(all(max, 200));
    expect(await times(50, () => fetchRepositories('A1'))).toEqual(all(50, 200));
    const before = github.requests.length;
    expect(await fetchRepositories('fresh')).toMatchObject(retryAfter(600, '10 minutes'));
    expect(github.requests).toHaveLength(before);
    expect((await fetchRepositories('fresh', '192.0.2.2')).status).toBe(200);
    expect((await fetchRepositories('fresh')).status).toBe(200);
  });

  test('beyond the limit is answered from the cache, even if the entry is stale', async () => {
    expect((await fetchRepositories('cached', '192.0.2.2')).status).toBe(200);
    advance(11 * minute);
    await times(max, (index) => fetchRepositories(`b${index}`));
    expect((await fetchRepositories('cached')).status).toBe(200);
    expect((await fetchRepositories('uncached')).status).toBe(429);
  });
});

test('three processes on one database share their limits', async () => {
  const others = await Promise.all([1, 2].map(() => openProcess(site)));
  const apps = [site, ...others].map(({ app }) => app);
  const [ada] = (await establishedMembers(1)) as [TestMember];
  const responses = await Promise.all(Array.from({ length: 36 }, (_, index) => guess(ada.email, { app: apps[index % 3] as Site['app'] })));
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
  for (const app of apps) expect(await guess(ada.email, { app })).toMatchObject(retryAfter(60));
  const posts = await times(20, (index) =>
    call('POST', '/api/posts', { text: 'Hello' }, { token: ada.token, app: apps[index % 3] as Site['app'] }),
  );
  expect(posts).toEqual([...all(10, 200), ...all(10, 429)]);
});

test('expired attempts are deleted, and the database stores no address or e-mail in plain text', async () => {
  await guess('somebody@example.org', { from: '192.0.2.123' });
  const rows = JSON.stringify([await site.db.all`select * from rate_limit_attempts`, await site.db.all`select * from known_addresses`]);
  expect(rows).not.toMatch(/somebody|192\.0\.2|2001:db8/);
  advance(59_999);
  await runRecurring(site, 'rate-limits.purge');
  expect(await site.db.all`select key from rate_limit_attempts`).toHaveLength(5);
  advance(1);
  await runRecurring(site, 'rate-limits.purge');
  expect(await site.db.all`select key from rate_limit_attempts`).toHaveLength(3);
  advance(hour);
  await runRecurring(site, 'rate-limits.purge');
  expect(await site.db.all`select key from rate_limit_attempts`).toEqual([]);
});

test('stores at most 200,000 attempts; those that expire first are deleted', { timeout: 60_000 }, async () => {
  const fresh = await openSite();
  const hourly = Date.now() + hour;
  await fresh.db.run`
    insert into rate_limit_attempts (key, times, until)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 201000)
    select 'key ' || n, '', cast(${hourly} as bigint) - n from numbers`;
  await runRecurring(fresh, 'rate-limits.purge');
  expect(await fresh.db.get`select count(*) as count, min(until) as first from rate_limit_attempts`).toEqual({
    count: 200_000,
    first: hourly - 200_000,
  });
});

test('no attempts are counted while rate limits are off', async () => {
  const free = await openSite();
  expect(await times(12, () => guess('nobody@example.org', { app: free.app }))).toEqual(all(12, 400));
  expect(await free.db.all`select key from rate_limit_attempts`).toEqual([]);
});
