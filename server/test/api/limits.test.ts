import { rates } from '@dev-connector/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../../src/accounts/secret.ts';
import { buildApp } from '../../src/app.ts';
import { openDb } from '../../src/db/open.ts';
import { newId } from '../../src/id.ts';
import { onCleanup } from '../cleanup.ts';
import { type Answer, send } from '../client.ts';
import { crowd, type Person, password } from '../community.ts';
import { fakeGithub } from '../fake-github.ts';
import { openSite, type Site } from '../site.ts';

/* Who may do what how often. The clock stands still; every test starts an hour after the last one, with everybody's limits fresh. */

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
const pass = (milliseconds: number) => vi.setSystemTime((clock += milliseconds));

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
const enter = (email: string, options: Call = {}) => call('POST', '/api/auth', { email, password }, options);

async function times(count: number, work: (index: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await work(index)).status);
  return statuses;
}
const all = (count: number, status: number) => Array.from({ length: count }, () => status);

/** An answer that says when to come back. */
const comeBackIn = (seconds: number, words = `${seconds} seconds`) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: {
    title: 'Too Many Requests',
    status: 429,
    errors: [{ msg: `Too many requests. Try again in ${words}.` }],
  },
});

/** Members older than a day, with their sessions. */
async function settled(count: number, at = site): Promise<Person[]> {
  const people = await crowd(at, count);
  pass(25 * hour);
  return people;
}

describe('signing in', () => {
  test('the eleventh wrong password in a minute is one too many', async () => {
    const [ada] = (await settled(1)) as [Person];
    expect(await times(rates.signIn.address.times, () => guess(ada.email))).toEqual(all(10, 400));
    expect(await guess(ada.email)).toMatchObject(comeBackIn(60));
    // The right one is not even looked at.
    expect(await enter(ada.email)).toMatchObject(comeBackIn(60));
    pass(20_500);
    expect(await guess(ada.email)).toMatchObject(comeBackIn(40));
    pass(39_499);
    expect(await guess(ada.email)).toMatchObject(comeBackIn(1, '1 second'));
    pass(1);
    expect((await enter(ada.email)).status).toBe(200);
  });

  test('never more than ten in any minute, wherever it begins', async () => {
    const allowed: number[] = [];
    for (let tried = 0; tried < 40; tried++) {
      if ((await guess(`nobody${tried}@example.org`)).status === 400) allowed.push(clock);
      pass(3000);
    }
    expect(allowed).toHaveLength(20);
    for (const moment of allowed) {
      expect(allowed.filter((other) => other > moment - minute && other <= moment).length).toBeLessThanOrEqual(10);
    }
  });

  test('right passwords count too, and tries at once no less', async () => {
    const [ada] = (await settled(1)) as [Person];
    const answers = await Promise.all(Array.from({ length: 25 }, () => enter(ada.email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('another account from the same address is no way round, another address is nobody’s fault', async () => {
    const [ada, grace] = (await settled(2)) as [Person, Person];
    await times(10, () => guess(ada.email));
    expect(await enter(grace.email)).toMatchObject({ status: 429 });
    expect((await enter(grace.email, { from: '192.0.2.2' })).status).toBe(200);
  });

  test('a body that is no sign-in costs no try', async () => {
    const wrong = { email: 'nonsense', password: '' };
    expect(await times(15, () => call('POST', '/api/auth', wrong))).toEqual(all(15, 400));
    expect((await guess('nobody@example.org')).status).toBe(400);
    expect((await guess('nobody@example.org')).body.errors).toEqual([{ msg: 'Invalid Credentials' }]);
  });

  /** Attempts on one account from many networks, until they are as many as an account may have. */
  const crowdAt = (email: string) => times(rates.signIn.account.times, (index) => guess(email, { from: `198.51.${index % 20}.7` }));

  test('strangers who try one account from everywhere are stopped, and its owner gets in where they always did', async () => {
    const [email, home] = [`${newId()}@example.org`, { from: '2001:db8:1:2::3' }];
    expect((await call('POST', '/api/users', { name: 'Ada', email, password }, home)).status).toBe(200);
    expect(await crowdAt(email)).toEqual(all(100, 400));
    for (const right of [false, true])
      expect(await (right ? enter : guess)(email.toUpperCase(), { from: '203.0.113.1' })).toMatchObject(comeBackIn(3600, '60 minutes'));
    expect((await enter(email, { from: '2001:db8:1:2:ffff::1' })).status).toBe(200);
    pass(hour);
    expect((await enter(email, { from: '203.0.113.1' })).status).toBe(200);
  });

  describe('under attack', () => {
    const home = { from: '192.0.2.77' };
    const device = { 'x-device-secret': 'd'.repeat(43) };

    test('five addresses of one network do not lock an owner out of a new one', async () => {
      const [ada] = (await settled(1)) as [Person];
      const { address, accountFromNetwork } = rates.signIn;
      const attack = await times(5 * address.times, (index) => guess(ada.email, { from: `198.51.100.${index % 5}` }));
      expect(attack).toEqual([...all(accountFromNetwork.times, 400), ...all(attack.length - accountFromNetwork.times, 429)]);
      expect((await enter(ada.email, { from: '203.0.113.1' })).status).toBe(200);
    });

    test('a /48 of IPv6 counts as one network of an account', async () => {
      const [ada] = (await settled(1)) as [Person];
      const { times: most } = rates.signIn.accountFromNetwork;
      expect(await times(most + 1, (index) => guess(ada.email, { from: `2001:db8:1:${index}::1` }))).toEqual([...all(most, 400), 429]);
      expect((await guess(ada.email, { from: '2001:db8:2::1' })).status).toBe(400);
    });

    test('a device that has signed in before gets in from anywhere, others do not', async () => {
      const [ada, grace] = (await settled(2)) as [Person, Person];
      expect((await enter(ada.email, { ...home, headers: device })).status).toBe(200);
      for (const { email } of [ada, grace]) {
        await crowdAt(email);
        pass(minute);
      }
      expect((await enter(ada.email, { from: '203.0.113.1', headers: device })).status).toBe(200);
      expect((await enter(ada.email, { from: '203.0.113.2', headers: { 'x-device-secret': 'e'.repeat(43) } })).status).toBe(429);
      expect((await enter(ada.email, { from: '203.0.113.2' })).status).toBe(429);
      // The device is known to the one account, not to others.
      expect((await enter(grace.email, { from: '203.0.113.2', headers: device })).status).toBe(429);
    });

    test('a known device is not held up by others at its address, and has its own limit', async () => {
      const [ada] = (await settled(1)) as [Person];
      expect((await enter(ada.email, { ...home, headers: device })).status).toBe(200);
      await times(10, () => guess('nobody@example.org', home));
      expect((await enter(ada.email, home)).status).toBe(429);
      const most = rates.signIn.accountFromDevice.times;
      const tried = await times(most + 1, (index) => guess(ada.email, { from: `203.0.${index}.1`, headers: device }));
      expect(tried).toEqual([...all(most, 400), 429]);
    });

    test('a wrong password makes no device known', async () => {
      const [ada] = (await settled(1)) as [Person];
      await guess(ada.email, { ...home, headers: device });
      await crowdAt(ada.email);
      expect((await enter(ada.email, { from: '203.0.113.1', headers: device })).status).toBe(429);
    });

    test('remembers twenty devices of an account at most, and only hashes of their secrets', async () => {
      const [ada] = (await settled(1)) as [Person];
      const secretOf = (index: number) => String(index).padStart(43, 'x');
      for (let index = 0; index < 22; index++) {
        const answer = await enter(ada.email, { from: `203.0.${index}.1`, headers: { 'x-device-secret': secretOf(index) } });
        expect(answer.status).toBe(200);
        pass(minute);
      }
      const rows = await site.db.all<{ secret_hash: string }>`select secret_hash from known_devices where user_id = ${ada._id}`;
      expect(rows).toHaveLength(20);
      expect(JSON.stringify(rows)).not.toContain(secretOf(21));
      const remembered = async (index: number) => rows.some(({ secret_hash }) => secret_hash === hashOf(secretOf(index)));
      expect(await Promise.all([0, 1, 2, 21].map(remembered))).toEqual([false, false, true, true]);
    });

    test('refuses a device secret of another form', async () => {
      for (const secret of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}!`])
        expect((await enter('nobody@example.org', { headers: { 'x-device-secret': secret } })).status).toBe(400);
    });
  });

  test.for<[string, (token: string, from: string) => Promise<Answer>]>([
    ['changing the password', (token, from) => call('PUT', '/api/auth/password', { current: 'a guess', password }, { token, from })],
    ['confirming the password', (token, from) => call('POST', '/api/auth/confirm', { password: 'a guess' }, { token, from })],
  ])('%s shares the counters of sign-in, so that a stolen token gives no more guesses', async ([, attempt]) => {
    const [ada, grace] = (await settled(2)) as [Person, Person];
    expect(await times(5, () => attempt(ada.token, '192.0.2.1'))).toEqual(all(5, 400));
    expect(await times(6, () => guess(ada.email))).toEqual([...all(5, 400), 429]);
    expect((await attempt(ada.token, '192.0.2.1')).status).toBe(429);
    expect((await attempt(grace.token, '192.0.2.2')).status).toBe(400);
    pass(hour);
    await crowdAt(ada.email);
    expect((await attempt(ada.token, '203.0.113.9')).status).toBe(429);
    expect((await attempt(grace.token, '203.0.113.9')).status).toBe(400);
  });

  test('whether there is such an account is not to be told by its limit', async () => {
    const nobody = `${newId()}@example.org`;
    expect(await crowdAt(nobody)).toEqual(all(100, 400));
    expect(await guess(nobody, { from: '203.0.113.1' })).toMatchObject(comeBackIn(3600, '60 minutes'));
  });

  test('one address cannot use up an account’s tries, nor can an owner’s own be guessed from for long', async () => {
    const [ada] = (await settled(1)) as [Person];
    expect((await enter(ada.email)).status).toBe(200);
    expect(await times(9, () => guess(ada.email))).toEqual(all(9, 400));
    pass(minute);
    expect(await times(10, () => guess(ada.email))).toEqual(all(10, 400));
    pass(minute);
    expect(await guess(ada.email)).toMatchObject(comeBackIn(3480, '58 minutes'));
    expect((await enter(ada.email, { from: '203.0.113.1' })).status).toBe(200);
  });
});

test('a sign-in or sign-up that succeeded stands, though its address cannot be remembered', async () => {
  const site = await openSite(limited);
  const [ada] = (await settled(1, site)) as [Person];
  await site.db.run`alter table known_addresses add column broken integer default 0 check (broken > 0)`;
  expect((await enter(ada.email, { app: site.app })).status).toBe(200);
  const newcomer = { name: 'Grace', email: 'grace@example.org', password };
  expect((await call('POST', '/api/users', newcomer, { app: site.app })).status).toBe(200);
  expect(await site.db.all`select address from known_addresses`).toEqual([]);
});

describe('an address', () => {
  let names = 0;
  /** Something that is counted by address alone, and costs no hash of a password. */
  const lookUp = (options: Call) => call('GET', `/api/profile/github/name${++names}`, undefined, options);
  const { times: most } = rates.codeHost.address;

  test('of IPv6 is its /64', async () => {
    expect(await times(most, (index) => lookUp({ from: `2001:db8:0:1::${index}` }))).toEqual(all(most, 200));
    expect((await lookUp({ from: '2001:db8:0:1:aaaa:bbbb:cccc:dddd' })).status).toBe(429);
    expect((await lookUp({ from: '2001:db8:0:2::1' })).status).toBe(200);
  });

  test('of IPv4 is the same in the form of IPv6', async () => {
    await times(most, (index) => lookUp({ from: index % 2 ? '::ffff:192.0.2.9' : '192.0.2.9' }));
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) expect((await lookUp({ from })).status).toBe(429);
    expect((await lookUp({ from: '::ffff:192.0.2.10' })).status).toBe(200);
  });

  test('is not what a visitor says it is', async () => {
    const forged = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
    const lie = (index: number) => ({ headers: Object.fromEntries(forged.map((name) => [name, `203.0.113.${index}`])) });
    expect(await times(10, (index) => guess('nobody@example.org', lie(index)))).toEqual(all(10, 400));
    expect((await guess('nobody@example.org', lie(11))).status).toBe(429);
  });

  test('is what a proxy in TRUST_PROXY says, whatever the visitor said before', async () => {
    const { app } = await openSite({ ...limited, trustProxy: ['10.0.0.0/8'] });
    const through = (visitor: string, proxy = '10.0.0.1') => lookUp({ app, from: proxy, headers: { 'x-forwarded-for': visitor } });
    expect(await times(most, (index) => through(`198.51.100.${index}, 203.0.113.5`))).toEqual(all(most, 200));
    expect((await through('203.0.113.5', '10.9.9.9')).status).toBe(429);
    expect((await through('203.0.113.5:4711')).status).toBe(429);
    expect((await through('203.0.113.6')).status).toBe(200);
    // Not through the proxy, the header is only something that is said.
    await times(most, (index) => through(`203.0.113.${index}`, '192.0.2.1'));
    expect((await through('203.0.113.99', '192.0.2.1')).status).toBe(429);
    // What is no address is the proxy's own.
    await times(most, (index) => through(`nonsense${index}`, '10.0.0.2'));
    expect((await through('more nonsense', '10.0.0.2')).status).toBe(429);
  });

  test('of a proxy that is not listed is told to whoever runs the site, once', async () => {
    const lines: string[] = [];
    const unlisted = await openSite({ ...limited, logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
    for (const from of ['203.0.113.5', '10.0.0.1', '10.0.0.1'])
      await call('GET', '/api/profile', undefined, { app: unlisted.app, from, headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(lines).toEqual([expect.stringContaining('10.0.0.1 that TRUST_PROXY does not list')]);
  });
});

test('signing up is limited by address', async () => {
  const signUp = (from: string) => call('POST', '/api/users', { name: 'Ada', email: `${newId()}@example.org`, password }, { from });
  expect(await times(rates.signUp.address.times, () => signUp('192.0.2.50'))).toEqual(all(20, 200));
  expect(await signUp('192.0.2.50')).toMatchObject(comeBackIn(3600, '60 minutes'));
  expect((await signUp('192.0.2.51')).status).toBe(200);
  pass(hour);
  expect((await signUp('192.0.2.50')).status).toBe(200);
});

describe('writing', () => {
  const post = ({ token }: Person, from = '192.0.2.1') => call('POST', '/api/posts', { text: 'Hello' }, { token, from });

  test('is limited by account, also from other addresses, and leaves others alone', async () => {
    const [ada, grace] = (await settled(2)) as [Person, Person];
    const most = rates.post.account.times;
    expect(await times(most, (index) => post(ada, `192.0.2.${index}`))).toEqual(all(most, 200));
    expect(await post(ada, '192.0.2.200')).toMatchObject(comeBackIn(60));
    expect((await post(grace)).status).toBe(200);
    expect((await call('GET', '/api/posts', undefined, { token: ada.token })).body).toHaveLength(most + 1);
    expect((await call('POST', `/api/posts/`, { text: 'Hello' }, { token: ada.token })).status).toBe(429);
  });

  test('is limited by address, whatever accounts there are', async () => {
    const people = await settled(6);
    const most = rates.post.address.times;
    expect(await times(most, (index) => post(people[index % 5] as Person))).toEqual(all(most, 200));
    expect(await post(people[5] as Person)).toMatchObject(comeBackIn(60));
    expect((await post(people[5] as Person, '192.0.2.2')).status).toBe(200);
  });

  test('that was refused counts for nobody', async () => {
    const [ada, ...others] = (await settled(6)) as [Person, ...Person[]];
    await times(rates.post.address.times, (index) => post(others[index % 5] as Person));
    expect(await times(20, () => post(ada))).toEqual(all(20, 429));
    expect(await times(10, () => post(ada, '192.0.2.2'))).toEqual(all(10, 200));
  });

  test('of an account’s first day is slower', async () => {
    const [old] = (await settled(1)) as [Person];
    const [young] = (await crowd(site, 1)) as [Person];
    const later = async (person: Person, count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index++) {
        statuses.push((await post(person)).status);
        pass(2 * minute);
      }
      return statuses;
    };
    expect(await later(young, 11)).toEqual([...all(10, 200), 429]);
    expect(await later(old, 11)).toEqual(all(11, 200));
    pass(24 * hour);
    expect(await later(young, 11)).toEqual(all(11, 200));
  });

  test.for<[string, number, (post: string) => [Method, string, object?]]>([
    ['comments', rates.comment.account.times, (id) => ['POST', `/api/posts/comment/${id}`, { text: 'Hi' }]],
    ['likes', rates.like.account.times, (id) => ['PUT', `/api/posts/like/${id}`]],
    ['unlikes', rates.like.account.times, (id) => ['PUT', `/api/posts/unlike/${id}`]],
    ['profiles', rates.change.account.times, () => ['POST', '/api/profile', { status: 'Developer', skills: 'Go' }]],
    ['whatever else changes something', rates.change.account.times, () => ['DELETE', `/api/posts/${newId()}`]],
  ])('%s', async ([, most, request]) => {
    const [ada] = (await settled(1)) as [Person];
    const [method, url, payload] = request((await post(ada)).body._id);
    const statuses = await times(most + 1, () => call(method, url, payload, { token: ada.token }));
    expect(statuses.slice(0, most)).not.toContain(429);
    expect(statuses[most]).toBe(429);
  });
});

describe('the code host', () => {
  const ask = (name: string, from = '192.0.2.1', method: Method = 'GET') =>
    call(method, `/api/profile/github/${name}`, undefined, { from });
  const most = rates.codeHost.address.times;

  test('is asked about so many names an address, and what is known costs nothing', async () => {
    expect(await times(most, (index) => ask(`a${index}`, '192.0.2.1', index % 2 ? 'HEAD' : 'GET'))).toEqual(all(most, 200));
    expect(await times(50, () => ask('A1'))).toEqual(all(50, 200));
    const before = github.requests.length;
    expect(await ask('another')).toMatchObject(comeBackIn(600, '10 minutes'));
    expect(github.requests).toHaveLength(before);
    expect((await ask('another', '192.0.2.2')).status).toBe(200);
    expect((await ask('another')).status).toBe(200);
  });

  test('has answered before: that is given to who may not ask again', async () => {
    expect((await ask('kept', '192.0.2.2')).status).toBe(200);
    pass(11 * minute);
    await times(most, (index) => ask(`b${index}`));
    expect((await ask('kept')).status).toBe(200);
    expect((await ask('unheard')).status).toBe(429);
  });
});

test('three processes on one database count as one', async () => {
  const others = await Promise.all([1, 2].map(() => another(site)));
  const apps = [site.app, ...others];
  const [ada] = (await settled(1)) as [Person];
  const answers = await Promise.all(Array.from({ length: 36 }, (_, index) => guess(ada.email, { app: apps[index % 3] as Site['app'] })));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  for (const app of apps) expect(await guess(ada.email, { app })).toMatchObject(comeBackIn(60));
  const posts = await times(20, (index) =>
    call('POST', '/api/posts', { text: 'Hello' }, { token: ada.token, app: apps[index % 3] as Site['app'] }),
  );
  expect(posts).toEqual([...all(10, 200), ...all(10, 429)]);
});

test('what is too old to count is dropped, and nothing in the database says openly who it was', async () => {
  await guess('somebody@example.org', { from: '192.0.2.123' });
  const rows = JSON.stringify([await site.db.all`select * from tries`, await site.db.all`select * from known_addresses`]);
  expect(rows).not.toMatch(/somebody|192\.0\.2|2001:db8/);
  pass(59_999);
  await site.app.limits.tidy();
  expect(await site.db.all`select key from tries`).toHaveLength(4);
  pass(1);
  await site.app.limits.tidy();
  expect(await site.db.all`select key from tries`).toHaveLength(3);
  pass(hour);
  await site.app.limits.tidy();
  expect(await site.db.all`select key from tries`).toEqual([]);
});

test('without limits nobody is counted', async () => {
  const free = await openSite();
  expect(await times(12, () => guess('nobody@example.org', { app: free.app }))).toEqual(all(12, 400));
  expect(await free.db.all`select key from tries`).toEqual([]);
});

/** Another process's app on the same database. */
async function another({ settings }: Site): Promise<Site['app']> {
  const db = await openDb(settings);
  const app = await buildApp({ settings, db });
  onCleanup(async () => {
    await app.close();
    await db.close();
  });
  return app;
}
