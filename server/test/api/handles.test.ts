import { handleDays, limits, reservedHandles } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { giveFirstHandles } from '../../src/features/handles/first-handles.ts';
import { deleteExpiredClaims } from '../../src/features/handles/handles.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, password, saveProfile, signUp, type TestMember, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const { db } = site;
const visitor = clientOf(site);
const day = 24 * 60 * 60 * 1000; // ms

const register = (fields: object) => visitor.post('/api/users', { name: 'Ada', email: `${newId()}@example.org`, password, ...fields });
const join = (name: string) => signUp(site, name, `${newId()}@example.org`);
const accountOf = async (token: string) => (await clientOf(site, token).get('/api/auth')).body;
const rename = (member: Pick<TestMember, 'patch'>, handle: string) => member.patch('/api/account', { handle });
const age = (days: number) =>
  db.run`update handle_claims set expires_at = expires_at - cast(${days * day} as bigint) where expires_at is not null`;
const refused = (msg: string, code: string) => ({ status: 400, body: { msg, code, errors: [{ msg, code, field: 'handle' }] } });
const taken = refused('This handle is taken. Choose another one.', 'handleTaken');
const reserved = refused('This handle is reserved. Choose another one.', 'handleReserved');
const malformed = {
  status: 400,
  body: { errors: [{ msg: 'Handle must be 2 to 30 letters, digits and single hyphens', field: 'handle' }] },
};

test('a sign-up has the chosen handle, as written', async () => {
  const { status, body } = await register({ handle: ' Ada-1815 ' });
  expect(status).toBe(200);
  expect(await accountOf(body.token)).toMatchObject({ name: 'Ada', handle: 'Ada-1815' });
});

test.for([
  ['Katherine Johnson', 'katherine-johnson'],
  ['Łukasz Straße-Ñandú', 'lukasz-strasse-nandu'],
  ["Miles O'Brien Jr.", 'miles-obrien-jr'],
  ['A'.repeat(80), 'a'.repeat(30)],
])('a sign-up without a handle gets one from the name %s', async ([name, handle]) => {
  for (const nothing of [undefined, null, '']) {
    const { body } = await register({ name, handle: nothing });
    const given = (await accountOf(body.token)).handle;
    if (nothing === undefined) expect(given).toBe(handle);
    else expect(given).toMatch(new RegExp(`^${handle?.slice(0, 23)}-[0-9a-f]{4}$`));
  }
});

test.for(['李小龍', 'Лев Толстой', '😀🎉', '김 Kim', 'X', 'Admin', '---'])('a sign-up with the name %s gets a fallback', async (name) => {
  for (let index = 0; index < 3; index++) {
    const { body } = await register({ name });
    expect((await accountOf(body.token)).handle).toMatch(/^member-[0-9a-f]{6}$/);
  }
});

test.for(['a', '-ada', 'ada-', 'a--b', 'a_b', 'a b', 'ada.b', 'ädä', '@ada', 'a\u0000b', 'ａｄａ', 'ada\n'.repeat(2), 7, {}])(
  'refuses the handle %j',
  async (handle) => {
    const ada = await join('Refused');
    for (const response of [await register({ handle }), await ada.patch('/api/account', { handle })])
      expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'handle' }] } });
  },
);

test('names the field of a handle that is malformed, too long or reserved', async () => {
  expect(await register({ handle: 'a--b' })).toMatchObject(malformed);
  expect(await register({ handle: 'a'.repeat(31) })).toMatchObject({ body: { errors: [{ msg: 'Handle must be at most 30 characters' }] } });
  for (const handle of ['admin', 'Support', 'DELETED', 'profile', 'everyone']) expect(await register({ handle })).toMatchObject(reserved);
});

test('reserves the first segment of every address of the API', () => {
  const segments = site.app.endpoints.flatMap(({ path }) => /^\/api\/([\w-]+)/.exec(path)?.[1] ?? []);
  expect(segments.length).toBeGreaterThan(50);
  expect(new Set(segments).difference(reservedHandles)).toEqual(new Set());
});

test('a handle that differs only in case is taken, and a refused sign-up creates nothing', async () => {
  await register({ handle: 'Unique' });
  const email = `${newId()}@example.org`;
  expect(await register({ handle: 'uNIQUE', email })).toMatchObject(taken);
  expect(await register({ handle: 'another', email })).toMatchObject({ status: 200 });
});

test('of 50 members who claim a handle at once, one gets it', async () => {
  const members = await createMembers(site, 50);
  const responses = await Promise.all(members.map((member) => rename(member, 'wanted')));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const response of responses.filter(({ status }) => status !== 200)) expect(response).toMatchObject(taken);
  expect(await db.all`select id from users where handle_key = 'wanted'`).toHaveLength(1);
});

test('of 50 sign-ups with a handle at once, one succeeds', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => register({ handle: 'Crowded' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)]);
  for (const response of responses.filter(({ status }) => status !== 200)) expect(response).toMatchObject(taken);
});

test('members who exchange their handles at the same time do not block each other', async () => {
  const [one, two] = [await join('Swap One'), await join('Swap Two')];
  const responses = await Promise.all([rename(one, 'swap-two'), rename(two, 'swap-one')]);
  for (const response of responses) expect(response).toMatchObject(taken);
});

test('a change appears in the account, profile, posts and comments', async () => {
  const grace = await join('Grace Hopper');
  await saveProfile(grace);
  const post = await writePost(grace);
  await grace.post(`/api/posts/comment/${post}`, { text: 'A comment' });
  const shown = async () => {
    const { body } = await grace.get(`/api/posts/${post}`);
    return [
      (await grace.get('/api/auth')).body.handle,
      (await visitor.get(`/api/profile/user/${grace._id}`)).body.user.handle,
      (await visitor.get('/api/profile')).body[0].user.handle,
      body.handle,
      body.comments[0].handle,
      (await grace.get(`/api/posts/${post}/comments`)).body[0].handle,
      (await grace.get('/api/posts')).body[0].handle,
    ];
  };
  expect(new Set(await shown())).toEqual(new Set(['grace-hopper']));
  expect(await rename(grace, 'Amazing-Grace')).toMatchObject({ status: 200, body: { handle: 'Amazing-Grace', name: 'Grace Hopper' } });
  await site.app.jobs.runDue();
  expect(new Set(await shown())).toEqual(new Set(['Amazing-Grace']));
  expect((await grace.post('/api/posts', { text: 'Next' })).body.handle).toBe('Amazing-Grace');
});

test('an absent or empty handle changes nothing', async () => {
  const ada = await join('Stays');
  for (const handle of [undefined, null, ''])
    expect(await ada.patch('/api/account', { handle, name: 'Other' })).toMatchObject({ status: 200, body: { handle: 'stays' } });
});

test('a member may change the case of their handle, which leaves no former one', async () => {
  const ada = await join('Cased');
  expect(await rename(ada, 'CASED')).toMatchObject({ status: 200, body: { handle: 'CASED' } });
  expect((await ada.get('/api/users/me/data')).body.formerHandles).toEqual([]);
});

test('changing a handle requires a session', async () => {
  expect(await rename(visitor, 'mallory')).toMatchObject(errorResponse(401, 'No token, authorization denied'));
});

test('finds a profile by handle in any case, and by a former one for 90 days', async () => {
  const ada = await join('Before');
  const found = async (handle: string) => (await visitor.get(`/api/profile/user/@${handle}`)).body.user?.handle;
  expect(await visitor.get('/api/profile/user/@before')).toMatchObject(errorResponse(404, 'Profile not found'));
  await saveProfile(ada);
  expect([await found('before'), await found('BEFORE')]).toEqual(['before', 'before']);
  await rename(ada, 'After');
  expect([await found('before'), await found('after')]).toEqual(['After', 'After']);
  await age(handleDays - 1);
  expect(await found('before')).toBe('After');
  await age(1);
  for (const handle of ['before', 'nobody-has-it', 'a--b', '..%2f', '%00'])
    expect(await visitor.get(`/api/profile/user/@${handle}`)).toMatchObject({ status: 404 });
});

test('finds a member without a profile, and their posts, by a current or former handle', async () => {
  const [bare, reader] = [await join('Bare Member'), await join('Reader')];
  const open = (await bare.post('/api/posts', { text: 'Open', visibility: 'public' })).body._id;
  const closed = await writePost(bare, 'Closed');
  await rename(bare, 'Bare-2');
  for (const user of [bare._id, '@bare-member', '@BARE-2']) {
    // Neither the address nor anything else of the account.
    const known = { _id: bare._id, name: 'Bare Member', handle: 'Bare-2', avatar: `/api/avatars/${bare._id}` };
    for (const client of [reader, visitor]) {
      const { status, body } = await client.get(`/api/users/${user}`);
      expect({ status, body }).toEqual({ status: 200, body: known });
    }
    const ids = ({ body }: { body: Array<{ _id: string }> }) => body.map(({ _id }) => _id);
    expect(ids(await reader.get(`/api/posts?author=${user}`))).toEqual([closed, open]);
    expect(ids(await visitor.get(`/api/posts/public?author=${user}`))).toEqual([open]);
  }
  await bare.patch(`/api/posts/${open}`, { visibility: 'members', version: 1 });
  for (const user of [bare._id, '@bare-2']) {
    expect((await reader.get(`/api/users/${user}`)).status).toBe(200);
    expect(await visitor.get(`/api/users/${user}`)).toMatchObject(errorResponse(401, 'No token, authorization denied'));
  }
  for (const user of ['@nobody-has-it', '@a--b', '..%2f', newId()])
    for (const [client, answer] of [
      [reader, errorResponse(404, 'User not found')],
      [visitor, errorResponse(401, 'No token, authorization denied')],
    ] as const)
      expect(await client.get(`/api/users/${user}`)).toMatchObject(answer);
  expect((await reader.get('/api/posts?author=@nobody-has-it')).body).toEqual([]);
  expect((await reader.get('/api/posts?author=@a--b')).status).toBe(400);
  await bare.delete('/api/profile');
  for (const user of [bare._id, '@bare-2']) expect((await reader.get(`/api/users/${user}`)).status).toBe(404);
  expect((await visitor.get('/api/posts/public?author=@bare-2')).body).toEqual([]);
});

test('the search finds people by their current handle, with and without @', async () => {
  const ada = await join('Searched Member');
  await saveProfile(ada);
  await rename(ada, 'Zyzzyva-99');
  const found = async (q: string) =>
    (await visitor.get(`/api/search?type=people&q=${encodeURIComponent(q)}`)).body.map(({ user }: { user: { _id: string } }) => user._id);
  for (const q of ['zyzzyva-99', '@Zyzzyva-99', '@zyzzyva', 'zyzz', 'searched @zyzzyva-99']) expect(await found(q), q).toEqual([ada._id]);
  expect(await found('@zyzzyva-98')).toEqual([]);
  const { body } = await ada.get('/api/search/counts?q=@zyzzyva-99');
  expect(body).toMatchObject({ people: 1, posts: 0 });
  await rename(ada, 'qqxyz');
  expect([await found('@qqxyz'), await found('@zyzzyva-99')]).toEqual([[ada._id], []]);
  await ada.delete('/api/profile');
  expect(await found('@qqxyz')).toEqual([]);
});

test('gives a former handle to nobody else for 90 days, and back to its member', async () => {
  const [ada, eve] = [await join('Former'), await join('Eve')];
  await rename(ada, 'later');
  expect(await rename(eve, 'FORMER')).toMatchObject(taken);
  expect(await register({ handle: 'former' })).toMatchObject(taken);
  expect(await rename(ada, 'former')).toMatchObject({ status: 200 });
  expect(await rename(eve, 'later')).toMatchObject(taken);
  await age(handleDays);
  expect(await rename(eve, 'later')).toMatchObject({ status: 200 });
  expect(await rename(eve, 'former')).toMatchObject(taken);
});

test('lists former handles in the download, of which a member has at most 5', async () => {
  const ada = await join('Collector');
  for (let index = 0; index < limits.formerHandles; index++) expect(await rename(ada, `collected-${index}`)).toMatchObject({ status: 200 });
  expect(await rename(ada, 'one-too-many')).toMatchObject(
    refused('You can have at most 5 former handles. Take one of them again, or wait until one expires.', 'handleChangesFull'),
  );
  const listed = (await ada.get('/api/account/handles')).body;
  const { account, formerHandles } = (await ada.get('/api/users/me/data')).body;
  expect(listed).toEqual(formerHandles);
  expect((await visitor.get('/api/account/handles')).status).toBe(401);
  expect((await (await join('Other')).get('/api/account/handles')).body).toEqual([]);
  expect(account.handle).toBe('collected-4');
  expect(formerHandles.map(({ handle }: { handle: string }) => handle)).toEqual([
    'collector',
    'collected-0',
    'collected-1',
    'collected-2',
    'collected-3',
  ]);
  for (const { until } of formerHandles) expect(Date.parse(until) - Date.now()).toBeGreaterThan((handleDays - 1) * day);
  expect(await rename(ada, 'collected-0')).toMatchObject({ status: 200 });
  await age(handleDays);
  expect(await rename(ada, 'one-too-many')).toMatchObject({ status: 200 });
});

test('after a deletion, only hashes of the handles are left, which nobody else gets for 90 days', async () => {
  const [gone, eve] = [await join('Canaryhandle'), await join('Mallory')];
  await saveProfile(gone);
  await rename(gone, 'canaryhandle2');
  await gone.delete('/api/profile');
  const stored = async () => JSON.stringify([await db.all`select * from users`, await db.all`select * from handle_claims`]);
  expect(await stored()).not.toMatch(/canary/i);
  await site.app.jobs.runDue();
  expect(await stored()).not.toContain(gone._id);
  for (const handle of ['canaryhandle', 'canaryhandle2']) {
    expect(await visitor.get(`/api/profile/user/@${handle}`)).toMatchObject({ status: 404 });
    expect(await rename(eve, handle)).toMatchObject(taken);
  }
  await age(handleDays);
  expect(await rename(eve, 'canaryhandle')).toMatchObject({ status: 200 });
});

test('deletes claims that have expired, and no others', async () => {
  const ada = await join('Purged');
  await rename(ada, 'purged-2');
  const mine = () => db.all`select handle from handle_claims where user_id = ${ada._id} order by handle`;
  await runRecurring(site, 'handles.purge');
  expect(await mine()).toHaveLength(2);
  await age(handleDays);
  await runRecurring(site, 'handles.purge');
  expect(await mine()).toEqual([{ handle: 'purged-2' }]);
});

if (db.engine === 'postgres')
  test('keeps a claim that its member renews while the purge waits for it', async () => {
    const ada = await join('Renewed');
    await rename(ada, 'renewed-2');
    await age(handleDays);
    let purge: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.run`update handle_claims set expires_at = null where user_id = ${ada._id}`;
      purge ??= deleteExpiredClaims(db, 100);
      while (!(await tx.get`select pid from pg_locks where not granted`));
    });
    await purge;
    expect(await db.all`select handle from handle_claims where user_id = ${ada._id}`).toHaveLength(2);
  });

test('gives older accounts a handle from their name, the oldest the shortest, in batches', async () => {
  const old = await openSite();
  const members = await createMembers(old, 2_500);
  const names = ['Old Name', 'Old Name', '李小龍', '😀', 'Old Name', 'Support'];
  for (const [index, name] of names.entries())
    await old.db.run`update users set name = ${name} where id = ${members[index]?._id as string}`;
  await giveFirstHandles(old.db);
  const rows = () => old.db.all<{ handle: string; handle_key: string }>`select handle, handle_key from users order by id`;
  const given = await rows();
  expect(given.slice(0, names.length).map(({ handle }) => handle)).toEqual([
    'old-name',
    expect.stringMatching(/^old-name-[0-9a-f]{4}$/),
    expect.stringMatching(/^member-[0-9a-f]{6}$/),
    expect.stringMatching(/^member-[0-9a-f]{6}$/),
    expect.stringMatching(/^old-name-[0-9a-f]{4}$/),
    expect.stringMatching(/^member-[0-9a-f]{6}$/),
  ]);
  expect(given[10]?.handle).toBe('member-10');
  expect(new Set(given.map(({ handle_key }) => handle_key)).size).toBe(2_500);
  await giveFirstHandles(old.db);
  expect(await rows()).toEqual(given);
  await old.db.run`update users set handle = null, handle_key = null`;
  await old.db.run`delete from handle_claims`;
  await Promise.all([giveFirstHandles(old.db), giveFirstHandles(old.db)]);
  expect(await rows()).toEqual(given);
  expect(await old.db.get`select count(*) as claims from handle_claims`).toEqual({ claims: members.length });
});
