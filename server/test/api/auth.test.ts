import { argon2Sync } from 'node:crypto';
import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { countPeople, findMemberEntry, type MemberEntry, readDetails } from '../../src/features/accounts/members.ts';
import { features } from '../../src/features.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse, send, type TestResponse } from '../client.ts';
import { createMember, createMembers, malformedIds, password, signIn, signUp, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const day = 24 * 60 * 60 * 1000;
const setUsedAt = (member: TestMember, at: number) => site.db.run`update sessions set used_at = ${at} where user_id = ${member._id}`;

describe('signing in', () => {
  test('returns a new token each time', async () => {
    const ada = await createMember(site, 'Ada');
    const again = await signIn(site, ada);
    expect(again.token).toMatch(/^[\w-]{43}$/);
    expect(again.token).not.toBe(ada.token);
    for (const session of [ada, again]) expect((await session.get('/api/auth')).body).toMatchObject({ _id: ada._id, name: 'Ada' });
  });

  test('does not reveal whether an account exists', async () => {
    const grace = await createMember(site, 'Grace');
    const wrong = await visitor.post('/api/auth', { email: grace.email, password: 'not the password' });
    const unknown = await visitor.post('/api/auth', { email: 'nobody@example.org', password: 'not the password' });
    expect(wrong).toMatchObject(errorResponse(400, 'Invalid Credentials'));
    expect(unknown.raw).toBe(wrong.raw);
    const withoutDate = ({ headers: { date, ...headers } }: typeof wrong) => headers;
    expect(withoutDate(unknown)).toEqual(withoutDate(wrong));
  });

  test('returns 400 without an e-mail address or a password', async () => {
    const response = await visitor.post('/api/auth', { email: 'nonsense', password: '' });
    expect(response).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          { msg: 'Please include a valid email', code: 'fieldInvalid', field: 'email' },
          { msg: 'Password is required', code: 'fieldRequired', field: 'password' },
        ]),
      },
    });
  });

  test('opens no session if the password changes during its verification', async () => {
    const racer = await createMember(site, 'Racer');
    let changed: TestResponse | undefined;
    const opened: string[] = [];
    const { promise: firstSession, resolve: onSession } = Promise.withResolvers<void>();
    const keepSigningIn = async () => {
      while (!changed) {
        const { body } = await visitor.post('/api/auth', { email: racer.email, password });
        if (!body.token) continue;
        opened.push(body.token);
        onSession();
      }
    };
    const change = async () => {
      await firstSession; // the others are being verified
      changed = await racer.put('/api/auth/password', { current: password, password: 'another password' });
    };
    await Promise.all([keepSigningIn(), keepSigningIn(), keepSigningIn(), change()]);
    expect(opened.length).toBeGreaterThan(0);
    for (const token of opened) expect((await clientOf(site, token).get('/api/auth')).status).toBe(401);
    expect((await clientOf(site, changed?.body.token).get('/api/auth/sessions')).body).toHaveLength(1);
  });
});

describe('a token', () => {
  // They answer visitors with a part.
  const partial = [contract.countResults, contract.suggestResults, contract.readMemberActivity];
  const forVisitors: string[] = partial.map(({ path }) => path);
  const members = Object.values(contract)
    .map((item) => item as unknown as contract.Endpoint)
    .filter(({ access, path }) => access === 'member' || (access === 'optional' && !forVisitors.includes(path)))
    .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, unknownId) + (path === contract.search.path ? '?q=a' : '')] as const);

  test.for(members)('is required for %s %s, before the body is parsed', async ([method, url]) => {
    const request = { method, url, payload: '{ not json', headers: { 'content-type': 'application/json' } };
    expect(await send(site.app, request)).toMatchObject(errorResponse(401, 'No token, authorization denied'));
    const wrong = { ...request.headers, 'x-auth-token': 'A'.repeat(43) };
    expect(await send(site.app, { ...request, headers: wrong })).toMatchObject(errorResponse(401, 'Token is not valid'));
  });

  test.for(['', ' ', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}!`, "' or 1=1 --", 'undefined', 'null'])(
    'returns 401 if it is %j',
    async (token) => {
      expect((await clientOf(site, token).get('/api/auth')).status).toBe(401);
    },
  );

  test('is accepted in its header only', async () => {
    const { token } = await createMember(site, 'Headed');
    expect((await visitor.get(`/api/auth?x-auth-token=${token}&token=${token}`)).status).toBe(401);
    expect((await visitor.get('/api/auth', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await visitor.get('/api/auth', { cookie: `token=${token}; x-auth-token=${token}` })).status).toBe(401);
  });

  const readUsedAt = async (member: TestMember) =>
    (await site.db.get<{ used_at: number }>`select used_at from sessions where user_id = ${member._id}`)?.used_at;

  test('is valid for days after its last use, and each use renews it', async () => {
    const member = await createMember(site, 'Idle');
    await setUsedAt(member, Date.now() - contract.sessionDays * day + day);
    expect((await member.get('/api/auth')).status).toBe(200);
    await expect.poll(() => readUsedAt(member)).toBeGreaterThan(Date.now() - day);
  });

  test('writes nothing to the database when it is used again within minutes', async () => {
    const member = await createMember(site, 'Busy');
    const recently = Date.now() - 9 * 60 * 1000;
    await setUsedAt(member, recently);
    for (let used = 0; used < 3; used++) expect((await member.get('/api/auth')).status).toBe(200);
    // Writes run in order, so a write caused by one of the requests would have finished before this one.
    await site.db.run`update sessions set device = ${'x'} where user_id = ${member._id}`;
    expect(await readUsedAt(member)).toBe(recently);
    const [session] = (await member.get('/api/auth/sessions')).body;
    expect(Date.parse(session.lastUsed)).toBeGreaterThan(recently);
  });

  test('expires after that time and is not listed', async () => {
    const member = await createMember(site, 'Expired');
    await setUsedAt(member, Date.now() - contract.sessionDays * day - 1000);
    expect(await member.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    const fresh = await signIn(site, member);
    expect((await fresh.get('/api/auth/sessions')).body).toHaveLength(1);
    expect(await site.db.all`select id from sessions where user_id = ${member._id}`).toHaveLength(1);
  });
});

describe('a session', () => {
  const backdate = (member: TestMember, daysAgo: number) => {
    const [at, now] = [Date.now() - daysAgo * day, Date.now()];
    return site.db.run`update sessions set created_at = ${at}, used_at = ${now} where user_id = ${member._id}`;
  };

  test('is valid until its last day if it is used every day', async () => {
    const member = await createMember(site, 'Faithful');
    await backdate(member, contract.sessionDaysInAll - 1);
    expect((await member.get('/api/auth')).status).toBe(200);
    const fresh = await signIn(site, member);
    expect((await member.get('/api/auth')).status).toBe(200);
    expect((await fresh.get('/api/auth/sessions')).body).toHaveLength(2);
  });

  test('expires after its last day even if it was used recently, and is neither counted nor listed', async () => {
    const member = await createMember(site, 'Endless');
    const before = await countPeople(site.db);
    await backdate(member, contract.sessionDaysInAll + 1);
    expect(await member.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect((await countPeople(site.db)).sessions).toBe(before.sessions - 1);
    const details = await readDetails(site.db, features, (await findMemberEntry(site.db, member.email)) as MemberEntry);
    expect(details.sessions).toEqual([]);
    const fresh = await signIn(site, member);
    expect((await fresh.get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
    expect(await site.db.all`select id from sessions where user_id = ${member._id}`).toHaveLength(1);
  });

  test('is not listed after its last day even before expired sessions are deleted', async () => {
    const member = await createMember(site, 'Untidied');
    const { token } = await signIn(site, member);
    const [, old] = (await member.get('/api/auth/sessions')).body;
    await site.db.run`update sessions set created_at = ${Date.now() - (contract.sessionDaysInAll + 1) * day} where id = ${old._id}`;
    expect((await clientOf(site, token).get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
  });
});

describe('sessions', () => {
  let ada: TestMember;
  beforeAll(async () => void (ada = await signUp(site, 'Lowenthal')));

  test('are listed newest first, without their tokens, and the current one is marked', async () => {
    const phone = clientOf(site);
    const signedIn = await phone.post('/api/auth', { email: ada.email, password }, { 'user-agent': 'Phone/1.0' });
    const { body, raw } = await ada.get('/api/auth/sessions');
    expect(body).toEqual([
      { _id: expect.any(String), current: false, device: 'Phone/1.0', date: expect.any(String), lastUsed: expect.any(String) },
      { _id: expect.any(String), current: true, device: expect.any(String), date: expect.any(String), lastUsed: expect.any(String) },
    ]);
    expect(raw).not.toContain(signedIn.body.token);
  });

  test('can be ended individually', async () => {
    const other = await signIn(site, ada);
    const { _id } = (await other.get('/api/auth/sessions')).body.find((session: { current: boolean }) => session.current);
    expect((await ada.delete(`/api/auth/sessions/${_id}`)).status).toBe(200);
    expect((await other.get('/api/auth')).status).toBe(401);
    expect((await ada.get('/api/auth')).status).toBe(200);
    expect(await ada.delete(`/api/auth/sessions/${_id}`)).toMatchObject(errorResponse(404, 'Session not found'));
  });

  test('of another member return 404 and stay valid', async () => {
    const mallory = await createMember(site, 'Mallory');
    const [{ _id }] = (await ada.get('/api/auth/sessions')).body;
    expect(await mallory.delete(`/api/auth/sessions/${_id}`)).toMatchObject(errorResponse(404, 'Session not found'));
    expect((await ada.get('/api/auth/sessions')).body.map((session: { _id: string }) => session._id)).toContain(_id);
  });

  test.for(malformedIds)('return 404 for the id %j', async (id) => {
    expect(await ada.delete(`/api/auth/sessions/${encodeURIComponent(id)}`)).toMatchObject(errorResponse(404, 'Session not found'));
  });

  test('except the current one are ended in one call, and those of other members stay valid', async () => {
    const [grace, mallory] = [await createMember(site, 'Hopper'), await createMember(site, 'Malory')];
    const others = [await signIn(site, grace), await signIn(site, grace)];
    expect(await grace.delete('/api/auth/sessions')).toMatchObject({ status: 200, body: { msg: 'Other sessions ended' } });
    for (const other of others) expect(await other.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect((await grace.get('/api/auth/sessions')).body).toMatchObject([{ current: true }]);
    expect((await mallory.get('/api/auth')).status).toBe(200);
    expect((await grace.delete('/api/auth/sessions')).status).toBe(200);
    expect((await grace.get('/api/auth')).status).toBe(200);
  });

  test('are limited to 100: the least recently used one is deleted', async () => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    const long = Date.now() - day;
    const ids = Array.from({ length: contract.limits.sessions }, newId);
    for (const [index, id] of ids.entries()) {
      await site.db.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at) values (${id}, ${id}, ${member._id}, ${long}, ${long + index})`;
    }
    const fresh = await signIn(site, member);
    const sessions = (await fresh.get('/api/auth/sessions')).body.map((session: { _id: string }) => session._id);
    expect(sessions).toHaveLength(contract.limits.sessions);
    // There were 102 sessions: the two least recently used ones are deleted, the one used just now is not.
    expect(ids.filter((id) => !sessions.includes(id))).toEqual(ids.slice(0, 2));
    expect((await member.get('/api/auth')).status).toBe(200);
  });

  test('end one at a time on sign-out', async () => {
    const other = await signIn(site, ada);
    expect((await other.delete('/api/auth')).status).toBe(200);
    expect(await other.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect((await ada.get('/api/auth')).status).toBe(200);
  });
});

describe('a hash made with lower parameters', async () => {
  const site = await openSite({ fullPasswordCost: true });
  const visitor = clientOf(site);
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
  const hashOf = async ({ _id }: TestMember) =>
    (await site.db.get<{ password_hash: string }>`select password_hash from users where id = ${_id}`)?.password_hash;
  const weaken = async (member: TestMember) => {
    await site.db.run`update users set password_hash = ${weak('saltsaltsaltsalt')} where id = ${member._id}`;
    expect(await hashOf(member)).toBe(weak('saltsaltsaltsalt'));
  };

  test('is replaced when the member signs in, and nothing else changes', async () => {
    const member = await createMember(site, 'Rehashed');
    await weaken(member);
    const other = await signIn(site, member);
    const again = await hashOf(member);
    expect(again).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const session of [member, other, await signIn(site, member)]) expect((await session.get('/api/auth')).status).toBe(200);
    expect(await hashOf(member)).toBe(again);
  });

  test('stays the same after a failed sign-in', async () => {
    const member = await createMember(site, 'Guessed');
    await weaken(member);
    const guess = await visitor.post('/api/auth', { email: member.email, password: 'not the password' });
    expect(guess).toMatchObject(errorResponse(400, 'Invalid Credentials'));
    expect(await hashOf(member)).toBe(weak('saltsaltsaltsalt'));
  });

  test('does not make concurrent sign-ins or password changes fail', async () => {
    const member = await createMember(site, 'Hurried');
    await weaken(member);
    const all = await Promise.all(Array.from({ length: 8 }, () => visitor.post('/api/auth', { email: member.email, password })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    await weaken(member);
    const [, changed] = await Promise.all([
      visitor.post('/api/auth', { email: member.email, password }),
      member.put('/api/auth/password', { current: password, password: 'a newer password' }),
    ]);
    expect(changed.status).toBe(200);
    expect((await visitor.post('/api/auth', { email: member.email, password: 'a newer password' })).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every session and returns a new token', async () => {
    const member = await createMember(site, 'Changer');
    const other = await signIn(site, member);
    const { status, body } = await member.put('/api/auth/password', { current: password, password: 'a newer password' });
    expect(status).toBe(200);
    for (const ended of [member, other]) expect((await ended.get('/api/auth')).status).toBe(401);
    expect((await clientOf(site, body.token).get('/api/auth')).body._id).toBe(member._id);
    expect(await visitor.post('/api/auth', { email: member.email, password })).toMatchObject(errorResponse(400, 'Invalid Credentials'));
    expect((await visitor.post('/api/auth', { email: member.email, password: 'a newer password' })).status).toBe(200);
  });

  test('returns 400 for a wrong current password, and nothing changes', async () => {
    const member = await createMember(site, 'Guarded');
    const response = await member.put('/api/auth/password', { current: 'a guess, no more', password: 'a newer password' });
    expect(response).toMatchObject(errorResponse(400, 'Current password is incorrect', 'current'));
    expect((await member.get('/api/auth')).status).toBe(200);
    expect((await visitor.post('/api/auth', { email: member.email, password })).status).toBe(200);
  });

  test('returns 400 for a new password that sign-up would refuse', async () => {
    const member = await createMember(site, 'Short');
    const response = await member.put('/api/auth/password', { current: password, password: '1234567' });
    expect(response).toMatchObject(errorResponse(400, 'Please enter a password with 8 or more characters', 'password'));
    expect((await member.get('/api/auth')).status).toBe(200);
  });

  test('returns 400 for the current password, however it is typed, and nothing changes', async () => {
    const member = await createMember(site, 'Same');
    const response = await member.put('/api/auth/password', { current: password, password });
    expect(response).toMatchObject(errorResponse(400, 'The new password must differ from the current one', 'password'));
    expect((await member.get('/api/auth')).status).toBe(200);
    const { body } = await member.put('/api/auth/password', { current: password, password: 'caf\u00e9 au lait, twice' });
    const owner = clientOf(site, body.token);
    expect(
      await owner.put('/api/auth/password', { current: 'caf\u00e9 au lait, twice', password: 'cafe\u0301 au lait, twice' }),
    ).toMatchObject(errorResponse(400, 'The new password must differ from the current one', 'password'));
  });

  test('in two sessions concurrently succeeds in one of them', async () => {
    const member = await createMember(site, 'Twice');
    const other = await signIn(site, member);
    const responses = await Promise.all([
      member.put('/api/auth/password', { current: password, password: 'from the first' }),
      other.put('/api/auth/password', { current: password, password: 'from the other' }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const tokens = responses.flatMap(({ body }) => body.token ?? []);
    for (const token of tokens) expect((await clientOf(site, token).get('/api/auth/sessions')).body).toHaveLength(1);
  });
});
