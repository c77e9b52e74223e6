import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findMemberEntry, type MemberEntry, signOutEverywhere } from '../../src/features/accounts/members.ts';
import { openContext } from '../../src/features.ts';
import { clientOf, errorResponse } from '../client.ts';
import { type Block, openStream, type TestStream } from '../event-stream.ts';
import { createMember, createMembers, password, signIn, type TestMember, unknownId, writePost } from '../members.ts';
import { recordedSite } from '../recording-db.ts';
import { openProcess, openSite, runRecurring } from '../site.ts';

/* Streams of live updates: what they deliver, and to whom. */

const site = await openSite();
const [minute, day] = [60_000, 24 * 60 * 60_000]; // ms
const log = { warn() {}, error() {} };
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  ada = await createMember(site, 'Ada');
  grace = await createMember(site, 'Grace');
});

/** Opens a stream and reads its first event. */
async function follow(member: TestMember, query?: string, on = site): Promise<TestStream> {
  const stream = await openStream(on, member, query);
  expect(await stream.next()).toEqual({ event: 'ready', id: expect.any(String), data: {} });
  return stream;
}

/** Returns the events that arrive before that of a new post, without ids and without those of the feed. */
async function untilPost(stream: TestStream, author = ada): Promise<Block[]> {
  const post = await writePost(author, 'The end of the test');
  const blocks: Block[] = [];
  for (;;) {
    const { id: _id, ...block } = await stream.next();
    if (block.event !== 'feed') blocks.push(block);
    else if (block.data.post === post) return blocks;
  }
}

describe('a stream', () => {
  test('has the headers that proxies need', async () => {
    const { response, close } = await follow(ada);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    await close();
  });

  test('delivers new, edited and deleted posts of the feed Latest', async () => {
    const stream = await follow(grace, '?feeds=latest');
    const post = await writePost(ada, 'First');
    await ada.patch(`/api/posts/${post}`, { text: 'Second', version: 1 });
    await ada.delete(`/api/posts/${post}`);
    for (const change of ['created', 'edited', 'deleted'])
      expect(await stream.next()).toEqual({ event: 'feed', id: expect.any(String), data: { feed: 'latest', post, change } });
    await stream.close();
  });

  test('delivers new posts of followed members and tags, and of the reader, in the feed Following', async () => {
    const [reader, followed, stranger] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
    await writePost(stranger, '#followed');
    await reader.put(`/api/follows/users/${followed._id}`);
    await reader.put('/api/follows/tags/followed');
    const stream = await follow(reader, '?feeds=following');
    await writePost(stranger, 'Not followed');
    const posts = [await writePost(followed), await writePost(stranger, '#Followed'), await writePost(reader)];
    for (const post of posts) expect((await stream.next()).data).toEqual({ feed: 'following', post, change: 'created' });
    await stream.close();
  });

  test('delivers what happens to a post', async () => {
    const post = await writePost(ada);
    const other = await writePost(ada);
    const stream = await follow(grace, `?feeds=latest&posts=${post}`);
    const [{ _id: comment }] = (await ada.post(`/api/posts/comment/${post}`, { text: 'A comment' })).body;
    await ada.post(`/api/posts/comment/${other}`, { text: 'Elsewhere' });
    await ada.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Edited', version: 1 });
    await ada.put(`/api/comments/${comment}/like`);
    await ada.put(`/api/posts/${post}/like`);
    await ada.delete(`/api/posts/${post}/like`);
    await ada.delete(`/api/posts/comment/${post}/${comment}`);
    await ada.patch(`/api/posts/${post}`, { text: 'Edited', version: 1 });
    await ada.delete(`/api/posts/${post}`);
    const changes = (await untilPost(stream)).filter(({ event }) => event === 'post').map(({ data }) => JSON.stringify(data));
    // Equal events that are read together are one.
    expect([...new Set(changes)].map((change) => JSON.parse(change))).toEqual([
      { post, change: 'comment', comment },
      { post, change: 'commentEdited', comment },
      { post, change: 'like', comment },
      { post, change: 'like' },
      { post, change: 'commentDeleted', comment },
      { post, change: 'edited' },
      { post, change: 'deleted' },
    ]);
    await stream.close();
  });

  test('says which new comments the member wrote, also to a client that continues', async () => {
    const post = await writePost(ada);
    const open = async (options?: Parameters<typeof openStream>[3]) => [
      await openStream(site, ada, `?posts=${post}`, options),
      await openStream(site, grace, `?posts=${post}`, options),
    ];
    const streams = await open();
    const [{ id: lastEventId } = {}] = await Promise.all(streams.map((stream) => stream.next()));
    const [{ _id: comment }] = (await ada.post(`/api/posts/comment/${post}`, { text: 'A comment' })).body;
    streams.push(...(await open({ lastEventId })));
    const changes = await Promise.all(streams.map(async (stream) => (await stream.until('post')).at(-1)?.data));
    const change = { post, change: 'comment', comment };
    expect(changes).toEqual([{ ...change, own: true }, change, { ...change, own: true }, change]);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test('tells a member, and nobody else, that notifications have changed', async () => {
    const [author, other] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(author);
    const [own, others] = [await follow(author), await follow(other, '?feeds=latest')];
    const [{ _id: comment }] = (await other.post(`/api/posts/comment/${post}`, { text: 'A reply' })).body;
    expect(await own.next()).toMatchObject({ event: 'notifications', data: {} });
    const [{ _id: id }] = (await author.get('/api/notifications')).body;
    await author.post('/api/notifications/read', { id });
    expect(await own.next()).toMatchObject({ event: 'notifications' });
    await other.delete(`/api/posts/comment/${post}/${comment}`);
    expect(await own.next()).toMatchObject({ event: 'notifications' });
    const another = await writePost(author);
    await other.put(`/api/posts/${another}/like`);
    expect(await own.next()).toMatchObject({ event: 'notifications' });
    await author.delete(`/api/posts/${another}`);
    expect(await own.next()).toMatchObject({ event: 'notifications' });
    for (const url of [`/api/posts/${post}/like`, `/api/follows/users/${author._id}`])
      for (const method of ['put', 'delete'] as const) {
        await other[method](url);
        expect(await own.next()).toMatchObject({ event: 'notifications' });
      }
    expect(await untilPost(others)).toEqual([]);
    await Promise.all([own.close(), others.close()]);
  });

  test('tells nobody of a notification that is muted', async () => {
    const [author, other] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(author);
    await author.delete(`/api/posts/${post}/watch`);
    const stream = await follow(author, '?feeds=latest');
    await other.post(`/api/posts/comment/${post}`, { text: 'A reply' });
    await other.put(`/api/posts/${post}/like`);
    expect(await untilPost(stream)).toEqual([]);
    await stream.close();
  });

  test('has no word of members, and no line of a name with line breaks', async () => {
    const canary = 'Kanarienvogel';
    const evil = await createMember(site, 'Evil');
    await site.db.run`update users set name = ${`${canary}\r\nevent: session\r\ndata: {}\r\n\r\n`} where id = ${evil._id}`;
    const stream = await follow(ada, '?feeds=latest,following');
    const post = await writePost(evil, `${canary} @Ada #${canary}`);
    await ada.post(`/api/posts/comment/${post}`, { text: canary });
    await untilPost(stream);
    expect(stream.text().toLowerCase()).not.toContain(canary.toLowerCase());
    expect(stream.text()).not.toContain('event: session');
    await stream.close();
  });
});

test('a stream with very many events at once is told to reload', async () => {
  const stream = await follow(ada, '?feeds=latest');
  const posts = Array.from({ length: 101 }, (_, index) => ({ kind: 'post', change: 'created', author: ada._id, post: `${index}` }));
  await site.db.run`insert into live_events (entries, created_at) values (${JSON.stringify(posts)}, ${Date.now()})`;
  site.db.announce();
  expect(await stream.next()).toMatchObject({ event: 'reload', data: {} });
  await stream.close();
});

test('streams of a process that could not read for long reload, or end with their sessions', async () => {
  const member = await createMember(site, 'Ends meanwhile');
  const [first, second, ended] = [await follow(ada, '?feeds=latest'), await follow(grace), await follow(member)];
  await site.db.transaction(async (tx) => {
    await tx.run`delete from sessions where user_id = ${member._id}`;
    for (let row = 0; row < 1001; row++) await tx.run`insert into live_events (entries, created_at) values ('[]', ${Date.now()})`;
  });
  site.db.announce();
  for (const stream of [first, second]) expect(await stream.next()).toMatchObject({ event: 'reload', data: {} });
  expect(await ended.rest()).toMatchObject([{ event: 'session' }]);
  const post = await writePost(ada, 'After it');
  expect((await first.next()).data.post).toBe(post);
  await Promise.all([first.close(), second.close()]);
});

describe('a request', () => {
  test('without a valid token gets 401', async () => {
    expect(await clientOf(site).get('/api/events')).toMatchObject(errorResponse(401, 'No token, authorization denied'));
    expect(await clientOf(site, 'x'.repeat(43)).get('/api/events')).toMatchObject(errorResponse(401, 'Token is not valid'));
  });

  test.for([
    'feeds=all',
    'feeds=latest,',
    'posts=1',
    `posts=${unknownId},`,
    'posts=%0Aevent: session',
    `posts=${`${unknownId},`.repeat(21)}${unknownId}`,
  ])('for %s gets 400', async (query) => {
    expect(await ada.get(`/api/events?${query}`)).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^field/) } });
  });

  test('for more than 20 feeds and posts gets 400', async () => {
    const ids = Array.from({ length: 19 }, (_, index) => unknownId.replace(/..$/, String(10 + index)));
    const stream = await follow(ada, `?feeds=latest&posts=${ids}`);
    await stream.close();
    expect((await ada.get(`/api/events?feeds=latest,following&posts=${ids}`)).body).toMatchObject({
      errors: [{ field: 'posts', msg: 'Name at most 20 feeds and posts' }],
    });
  });

  test('with HEAD gets the headers', async () => {
    const { statusCode, headers } = await site.app.inject({ method: 'HEAD', url: '/api/events', headers: { 'x-auth-token': ada.token } });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});

describe('a client that connects again', () => {
  test('gets what it missed, and then what follows', async () => {
    const first = await follow(grace, '?feeds=latest');
    const seen = await writePost(ada, 'Seen');
    const { id: lastEventId, data } = await first.next();
    expect(data.post).toBe(seen);
    await first.close();
    const missed = [await writePost(ada, 'Missed'), await writePost(ada, 'Missed, too')];
    const again = await openStream(site, grace, '?feeds=latest', { lastEventId });
    expect(await again.next()).toMatchObject({ event: 'ready' });
    missed.push(await writePost(ada, 'Live'));
    for (const post of missed) expect((await again.next()).data.post).toBe(post);
    await again.close();
  });

  test('gets nothing if it has missed nothing, also with the id in the address', async () => {
    const first = await openStream(site, grace, '?feeds=latest');
    const { id } = await first.next();
    await first.close();
    const again = await openStream(site, grace, `?feeds=latest&lastEventId=${id}`);
    expect(await again.next()).toMatchObject({ event: 'ready' });
    expect(await untilPost(again)).toEqual([]);
    await again.close();
  });

  test('reads the followers of all missed posts with one statement', async () => {
    const statements: string[] = [];
    const recorded = await recordedSite(site, ({ sql }) => statements.push(sql.join('?')));
    const [reader, followed] = (await createMembers(site, 2)) as [TestMember, TestMember];
    await reader.put(`/api/follows/users/${followed._id}`);
    const first = await openStream(recorded, reader, '?feeds=following');
    const { id: lastEventId } = await first.next();
    await first.close();
    const posts = [await writePost(followed), await writePost(followed), await writePost(followed)];
    const again = await openStream(recorded, reader, '?feeds=following', { lastEventId });
    await again.until('ready');
    for (const post of posts) expect((await again.next()).data.post).toBe(post);
    expect(statements.filter((sql) => sql.includes('from user_follows'))).toHaveLength(1);
    await again.close();
  });

  test('gets no events of others, and those of Following only as the feed has them', async () => {
    const [reader, followed, stranger] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
    await reader.put(`/api/follows/users/${followed._id}`);
    const first = await openStream(site, reader, '?feeds=following');
    const { id: lastEventId } = await first.next();
    await first.close();
    const post = await writePost(stranger);
    await followed.put(`/api/posts/${post}/like`);
    const expected = await writePost(followed);
    const again = await openStream(site, reader, '?feeds=following', { lastEventId });
    expect(await again.next()).toMatchObject({ event: 'ready', id: lastEventId });
    expect(await again.next()).toMatchObject({ event: 'feed', data: { feed: 'following', post: expected } });
    await again.close();
  });

  test.for([
    ['unknown', 'x'],
    ['malformed', `${Date.now().toString(36)}-5:4:3`],
    ['with a line break', encodeURIComponent(`${Date.now().toString(36)}\ndata: x\n\n-0`)],
    ['of the future', `${Date.now().toString(36)}-900000000:900000001:`],
    ['too old', `${(Date.now() - 3_600_000).toString(36)}-0`],
  ])('with a position that is %s is told to reload', async ([, id]) => {
    const stream = await openStream(site, ada, `?lastEventId=${id}`);
    const [ready, reload] = [await stream.next(), await stream.next()];
    expect([ready.event, reload]).toEqual(['ready', { event: 'reload', id: ready.id, data: {} }]);
    await stream.close();
  });

  test('after very many events is told to reload', async () => {
    const first = await openStream(site, ada);
    const { id: lastEventId } = await first.next();
    await first.close();
    await site.db.transaction(async (tx) => {
      for (let row = 0; row < 1001; row++) await tx.run`insert into live_events (entries, created_at) values ('[]', ${Date.now()})`;
    });
    const again = await openStream(site, ada, '', { lastEventId });
    expect((await again.until('reload')).map(({ event }) => event)).toEqual(['ready', 'reload']);
    await again.close();
  });
});

describe('a stream ends', () => {
  test.for<[string, (member: TestMember, other: TestMember) => Promise<unknown>]>([
    ['with its session', (member) => member.delete('/api/auth')],
    [
      'when another session ends it',
      async (member, other) => {
        const [session] = (await member.get('/api/auth/sessions')).body.filter(({ current }: { current: boolean }) => current);
        await other.delete(`/api/auth/sessions/${session._id}`);
      },
    ],
    ['when another session ends all others', (_, other) => other.delete('/api/auth/sessions')],
    [
      'when the password changes',
      (_, other) => other.put('/api/auth/password', { current: password, password: 'an entirely new battery' }),
    ],
    [
      'when an admin ends it',
      async ({ email }) =>
        signOutEverywhere(openContext(site.settings, site.db, log), (await findMemberEntry(site.db, email)) as MemberEntry),
    ],
    ['when the account is deleted', (_, other) => other.delete('/api/profile')],
  ])('%s', async ([, revoke]) => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    const other = await signIn(site, member);
    const stream = await follow(member, '?feeds=latest');
    await revoke(member, other);
    await writePost(ada, 'No longer delivered');
    expect(await stream.rest()).toEqual([{ event: 'session', id: expect.any(String), data: {} }]);
  });

  test('when its session expires', async () => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    await site.db.run`
      update sessions set used_at = ${Date.now() - 9 * minute}, created_at = ${Date.now() - 365 * day + 5 * minute} where user_id = ${member._id}`;
    const stream = await follow(member);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * minute });
    expect(await stream.rest()).toMatchObject([{ event: 'session' }]);
  });

  test('but those of other sessions and members stay open', async () => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    const other = await signIn(site, member);
    const streams = await Promise.all([follow(other, '?feeds=latest'), follow(grace, '?feeds=latest')]);
    await member.delete('/api/auth');
    for (const stream of streams) expect(await untilPost(stream)).toEqual([]);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

test('a job deletes old rows, and the positions of clients stay valid', async () => {
  const first = await follow(ada, '?feeds=latest');
  await writePost(grace);
  const { id: lastEventId } = await first.next();
  await first.close();
  await site.db.run`update live_events set created_at = 1`;
  await runRecurring(site, 'live.purge');
  expect(await site.db.all`select entries from live_events`).toEqual([{ entries: '[]' }]);
  const next = await writePost(grace);
  const again = await openStream(site, ada, '?feeds=latest', { lastEventId });
  const posts = (await again.until('feed')).map(({ data }) => data.post);
  expect(posts).toEqual([undefined, next]);
  await again.close();
});

test('a stream delivers what another process commits, and ends with a session that it ends', async () => {
  const process = await openProcess(site);
  const [member] = (await createMembers(site, 1)) as [TestMember];
  const stream = await follow(member, '?feeds=latest', process);
  const post = await writePost(ada, 'On one process');
  expect((await stream.next()).data.post).toBe(post);
  await member.delete('/api/auth');
  expect((await stream.rest()).at(-1)).toMatchObject({ event: 'session' });
});
