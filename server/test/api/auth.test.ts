import { argon2Sync } from 'node:crypto';
import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { countPeople } from '../../src/accounts/census.ts';
import { findMemberEntry, type MemberEntry, readDetails } from '../../src/accounts/members.ts';
import { newId } from '../../src/id.ts';
import { type Answer, clientOf, refusal, send } from '../client.ts';
import { crowd, malformedIds, type Person, password, signIn, signUp, unknownId } from '../community.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const day = 24 * 60 * 60 * 1000;
const lastUsed = (owner: Person, at: number) => site.db.run`update sessions set used_at = ${at} where user_id = ${owner._id}`;

describe('signing in', () => {
  test('gives a token of its own each time', async () => {
    const ada = await signUp(site, 'Ada');
    const again = await signIn(site, ada);
    expect(again.token).toMatch(/^[\w-]{43}$/);
    expect(again.token).not.toBe(ada.token);
    for (const session of [ada, again]) expect((await session.get('/api/auth')).body).toMatchObject({ _id: ada._id, name: 'Ada' });
  });

  test('tells an unknown e-mail from a wrong password by nothing', async () => {
    const grace = await signUp(site, 'Grace');
    const wrong = await visitor.post('/api/auth', { email: grace.email, password: 'not the password' });
    const unknown = await visitor.post('/api/auth', { email: 'nobody@example.org', password: 'not the password' });
    expect(wrong).toMatchObject(refusal(400, 'Invalid Credentials'));
    expect(unknown.raw).toBe(wrong.raw);
    const steady = ({ headers: { date, ...headers } }: typeof wrong) => headers;
    expect(steady(unknown)).toEqual(steady(wrong));
  });

  test('needs an e-mail address and a password', async () => {
    const answer = await visitor.post('/api/auth', { email: 'nonsense', password: '' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          { msg: 'Please include a valid email', field: 'email' },
          { msg: 'Password is required', field: 'password' },
        ]),
      },
    });
  });

  test('opens no session for a password that is changed while it is judged', async () => {
    const racer = await signUp(site, 'Racer');
    let changed: Answer | undefined;
    const opened: string[] = [];
    const keepSigningIn = async () => {
      while (!changed) {
        const { body } = await visitor.post('/api/auth', { email: racer.email, password });
        if (body.token) opened.push(body.token);
      }
    };
    const change = async () => {
      changed = await racer.put('/api/auth/password', { current: password, password: 'another password' });
    };
    await Promise.all([keepSigningIn(), keepSigningIn(), keepSigningIn(), change()]);
    expect(opened.length).toBeGreaterThan(0);
    for (const token of opened) expect((await clientOf(site, token).get('/api/auth')).status).toBe(401);
    expect((await clientOf(site, changed?.body.token).get('/api/auth/sessions')).body).toHaveLength(1);
  });
});

describe('a token', () => {
  const members = Object.values(contract)
    .map((item) => item as unknown as contract.Endpoint)
    .filter(({ who }) => who === 'member')
    .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, unknownId)] as const);

  test.for(members)('is needed for %s %s, before anything else is judged', async ([method, url]) => {
    const request = { method, url, payload: '{ not json', headers: { 'content-type': 'application/json' } };
    expect(await send(site.app, request)).toMatchObject(refusal(401, 'No token, authorization denied'));
    const wrong = { ...request.headers, 'x-auth-token': 'A'.repeat(43) };
    expect(await send(site.app, { ...request, headers: wrong })).toMatchObject(refusal(401, 'Token is not valid'));
  });

  test.for(['', ' ', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`, "' or 1=1 --", 'undefined', 'null'])(
    'like %j opens nothing',
    async (token) => {
      expect((await clientOf(site, token).get('/api/auth')).status).toBe(401);
    },
  );

  test('counts in its header alone', async () => {
    const { token } = await signUp(site, 'Headed');
    expect((await visitor.get(`/api/auth?x-auth-token=${token}&token=${token}`)).status).toBe(401);
    expect((await visitor.get('/api/auth', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await visitor.get('/api/auth', { cookie: `token=${token}; x-auth-token=${token}` })).status).toBe(401);
  });

  const usedAt = async (owner: Person) =>
    (await site.db.get<{ used_at: number }>`select used_at from sessions where user_id = ${owner._id}`)?.used_at;

  test('lives for days after its last use, and each use renews it', async () => {
    const owner = await signUp(site, 'Idle');
    await lastUsed(owner, Date.now() - contract.sessionDays * day + day);
    expect((await owner.get('/api/auth')).status).toBe(200);
    await expect.poll(() => usedAt(owner), { timeout: 20_000 }).toBeGreaterThan(Date.now() - day);
  });

  test('used again within minutes makes nothing be written', async () => {
    const owner = await signUp(site, 'Busy');
    const lately = Date.now() - 9 * 60 * 1000;
    await lastUsed(owner, lately);
    for (let used = 0; used < 3; used++) expect((await owner.get('/api/auth')).status).toBe(200);
    // Writes queue one after the other: one of the reads' would have been done before this one.
    await site.db.run`update sessions set device = ${'x'} where user_id = ${owner._id}`;
    expect(await usedAt(owner)).toBe(lately);
    const [session] = (await owner.get('/api/auth/sessions')).body;
    expect(Date.parse(session.lastUsed)).toBeGreaterThan(lately);
  });

  test('is dead afterwards, and in no list', async () => {
    const owner = await signUp(site, 'Expired');
    await lastUsed(owner, Date.now() - contract.sessionDays * day - 1000);
    expect(await owner.get('/api/auth')).toMatchObject(refusal(401, 'Token is not valid'));
    const fresh = await signIn(site, owner);
    expect((await fresh.get('/api/auth/sessions')).body).toHaveLength(1);
    expect(await site.db.all`select id from sessions where user_id = ${owner._id}`).toHaveLength(1);
  });
});

describe('a session', () => {
  const made = (owner: Person, daysAgo: number) => {
    const [at, now] = [Date.now() - daysAgo * day, Date.now()];
    return site.db.run`update sessions set created_at = ${at}, used_at = ${now} where user_id = ${owner._id}`;
  };

  test('that is used day after day lives to its last day', async () => {
    const owner = await signUp(site, 'Faithful');
    await made(owner, contract.sessionDaysInAll - 1);
    expect((await owner.get('/api/auth')).status).toBe(200);
    const fresh = await signIn(site, owner);
    expect((await owner.get('/api/auth')).status).toBe(200);
    expect((await fresh.get('/api/auth/sessions')).body).toHaveLength(2);
  });

  test('is dead after it, however lately it was used, counted nowhere and in no list', async () => {
    const owner = await signUp(site, 'Endless');
    const before = await countPeople(site.db);
    await made(owner, contract.sessionDaysInAll + 1);
    expect(await owner.get('/api/auth')).toMatchObject(refusal(401, 'Token is not valid'));
    expect((await countPeople(site.db)).sessions).toBe(before.sessions - 1);
    const details = await readDetails(site.db, (await findMemberEntry(site.db, owner.email)) as MemberEntry);
    expect(details.sessions).toEqual([]);
    const fresh = await signIn(site, owner);
    expect((await fresh.get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
    expect(await site.db.all`select id from sessions where user_id = ${owner._id}`).toHaveLength(1);
  });

  test('is not listed on its first day too many, before anybody tidies', async () => {
    const owner = await signUp(site, 'Untidied');
    const { token } = await signIn(site, owner);
    const [, old] = (await owner.get('/api/auth/sessions')).body;
    await site.db.run`update sessions set created_at = ${Date.now() - (contract.sessionDaysInAll + 1) * day} where id = ${old._id}`;
    expect((await clientOf(site, token).get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
  });
});

describe('sessions', () => {
  let ada: Person;
  beforeAll(async () => void (ada = await signUp(site, 'Lowenthal')));

  test('are listed with the one that asks, newest first, without their secret', async () => {
    const phone = clientOf(site);
    const signedIn = await phone.post('/api/auth', { email: ada.email, password }, { 'user-agent': 'Phone/1.0' });
    const { body, raw } = await ada.get('/api/auth/sessions');
    expect(body).toEqual([
      { _id: expect.any(String), current: false, device: 'Phone/1.0', date: expect.any(String), lastUsed: expect.any(String) },
      { _id: expect.any(String), current: true, device: expect.any(String), date: expect.any(String), lastUsed: expect.any(String) },
    ]);
    expect(raw).not.toContain(signedIn.body.token);
  });

  test('can be ended one by one', async () => {
    const other = await signIn(site, ada);
    const { _id } = (await other.get('/api/auth/sessions')).body.find((session: { current: boolean }) => session.current);
    expect((await ada.delete(`/api/auth/sessions/${_id}`)).status).toBe(200);
    expect((await other.get('/api/auth')).status).toBe(401);
    expect((await ada.get('/api/auth')).status).toBe(200);
    expect(await ada.delete(`/api/auth/sessions/${_id}`)).toMatchObject(refusal(404, 'Session not found'));
  });

  test('of someone else are not found, and go on', async () => {
    const mallory = await signUp(site, 'Mallory');
    const [{ _id }] = (await ada.get('/api/auth/sessions')).body;
    expect(await mallory.delete(`/api/auth/sessions/${_id}`)).toMatchObject(refusal(404, 'Session not found'));
    expect((await ada.get('/api/auth/sessions')).body.map((session: { _id: string }) => session._id)).toContain(_id);
  });

  test.for(malformedIds)('named %j are not found', async (id) => {
    expect(await ada.delete(`/api/auth/sessions/${encodeURIComponent(id)}`)).toMatchObject(refusal(404, 'Session not found'));
  });

  test('all but the one that asks are ended in one call, and nobody else’s', async () => {
    const [grace, mallory] = [await signUp(site, 'Hopper'), await signUp(site, 'Malory')];
    const others = [await signIn(site, grace), await signIn(site, grace)];
    expect(await grace.delete('/api/auth/sessions')).toMatchObject({ status: 200, body: { msg: 'Other sessions ended' } });
    for (const other of others) expect(await other.get('/api/auth')).toMatchObject(refusal(401, 'Token is not valid'));
    expect((await grace.get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
    expect((await mallory.get('/api/auth')).status).toBe(200);
    expect((await grace.delete('/api/auth/sessions')).status).toBe(200);
    expect((await grace.get('/api/auth')).status).toBe(200);
  });

  test('are a hundred at most: the one unused the longest makes way', async () => {
    const [owner] = (await crowd(site, 1)) as [Person];
    const long = Date.now() - day;
    const ids = Array.from({ length: contract.limits.sessions }, newId);
    for (const [index, id] of ids.entries()) {
      await site.db.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at) values (${id}, ${id}, ${owner._id}, ${long}, ${long + index})`;
    }
    const fresh = await signIn(site, owner);
    const sessions = (await fresh.get('/api/auth/sessions')).body.map((session: { _id: string }) => session._id);
    expect(sessions).toHaveLength(contract.limits.sessions);
    // Of the hundred and two these two are gone; the one that was used just now is not.
    expect(ids.filter((id) => !sessions.includes(id))).toEqual(ids.slice(0, 2));
    expect((await owner.get('/api/auth')).status).toBe(200);
  });

  test('end at once with Logout, and only that one', async () => {
    const other = await signIn(site, ada);
    expect((await other.delete('/api/auth')).status).toBe(200);
    expect(await other.get('/api/auth')).toMatchObject(refusal(401, 'Token is not valid'));
    expect((await ada.get('/api/auth')).status).toBe(200);
  });
});

describe('a hash made with lower parameters', () => {
  const weak = (nonce: string) =>
    `$argon2id$v=19$m=64,t=1,p=1$${Buffer.from(nonce).toString('base64').replace(/=+$/, '')}$${argon2Sync('argon2id', {
      message: password,
      nonce: Buffer.from(nonce),
      memory: 64,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
      .toString('base64')
      .replace(/=+$/, '')}`;
  const hashOf = async ({ _id }: Person) =>
    (await site.db.get<{ password_hash: string }>`select password_hash from users where id = ${_id}`)?.password_hash;
  const weaken = async (owner: Person) => {
    await site.db.run`update users set password_hash = ${weak('saltsaltsaltsalt')} where id = ${owner._id}`;
    expect(await hashOf(owner)).toBe(weak('saltsaltsaltsalt'));
  };

  test('is made again when its owner signs in, and nothing else changes', async () => {
    const owner = await signUp(site, 'Rehashed');
    await weaken(owner);
    const other = await signIn(site, owner);
    const again = await hashOf(owner);
    expect(again).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const session of [owner, other, await signIn(site, owner)]) expect((await session.get('/api/auth')).status).toBe(200);
    expect(await hashOf(owner)).toBe(again);
  });

  test('stays when somebody else guesses', async () => {
    const owner = await signUp(site, 'Guessed');
    await weaken(owner);
    const guess = await visitor.post('/api/auth', { email: owner.email, password: 'not the password' });
    expect(guess).toMatchObject(refusal(400, 'Invalid Credentials'));
    expect(await hashOf(owner)).toBe(weak('saltsaltsaltsalt'));
  });

  test('stops none of many sign-ins at once, nor a change of the password beside them', async () => {
    const owner = await signUp(site, 'Hurried');
    await weaken(owner);
    const all = await Promise.all(Array.from({ length: 8 }, () => visitor.post('/api/auth', { email: owner.email, password })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    await weaken(owner);
    const [, changed] = await Promise.all([
      visitor.post('/api/auth', { email: owner.email, password }),
      owner.put('/api/auth/password', { current: password, password: 'a newer password' }),
    ]);
    expect(changed.status).toBe(200);
    expect((await visitor.post('/api/auth', { email: owner.email, password: 'a newer password' })).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every other session and goes on under a new token', async () => {
    const owner = await signUp(site, 'Changer');
    const other = await signIn(site, owner);
    const { status, body } = await owner.put('/api/auth/password', { current: password, password: 'a newer password' });
    expect(status).toBe(200);
    for (const ended of [owner, other]) expect((await ended.get('/api/auth')).status).toBe(401);
    expect((await clientOf(site, body.token).get('/api/auth')).body._id).toBe(owner._id);
    expect(await visitor.post('/api/auth', { email: owner.email, password })).toMatchObject(refusal(400, 'Invalid Credentials'));
    expect((await visitor.post('/api/auth', { email: owner.email, password: 'a newer password' })).status).toBe(200);
  });

  test('needs the current one, or nothing changes', async () => {
    const owner = await signUp(site, 'Guarded');
    const answer = await owner.put('/api/auth/password', { current: 'a guess, no more', password: 'a newer password' });
    expect(answer).toMatchObject(refusal(400, 'Current password is incorrect', 'current'));
    expect((await owner.get('/api/auth')).status).toBe(200);
    expect((await visitor.post('/api/auth', { email: owner.email, password })).status).toBe(200);
  });

  test('needs a new one that signing up would take', async () => {
    const owner = await signUp(site, 'Short');
    const answer = await owner.put('/api/auth/password', { current: password, password: '1234567' });
    expect(answer).toMatchObject(refusal(400, 'Please enter a password with 8 or more characters', 'password'));
    expect((await owner.get('/api/auth')).status).toBe(200);
  });

  test('from two sessions at once succeeds in one', async () => {
    const owner = await signUp(site, 'Twice');
    const other = await signIn(site, owner);
    const answers = await Promise.all([
      owner.put('/api/auth/password', { current: password, password: 'from the first' }),
      other.put('/api/auth/password', { current: password, password: 'from the other' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const tokens = answers.flatMap(({ body }) => body.token ?? []);
    for (const token of tokens) expect((await clientOf(site, token).get('/api/auth/sessions')).body).toHaveLength(1);
  });
});
