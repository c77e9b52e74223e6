import { limits, notificationDays } from '@dev-connector/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
let kay: TestMember;
let post: string;

beforeEach(async () => {
  [ada, grace, kay] = [await newMember('Ada'), await newMember('Grace'), await newMember('Kay')];
  post = await writePost(ada, 'On engines');
});

const newMember = (name: string) => createMember(site, name, `${crypto.randomUUID()}@example.org`);

const listOf = async (member: TestMember, query = '') => (await member.get(`/api/notifications${query}`)).body;
const unreadOf = async (member: TestMember) => (await member.get('/api/notifications/unread')).body.unread;
const comment = async (member: TestMember, text = 'A comment', parent?: string, on = post): Promise<string> =>
  (await member.post(`/api/posts/comment/${on}`, { text, ...(parent && { parent }) })).body[0]._id;
const like = (member: TestMember, id = post) => member.put(`/api/posts/${id}/like`);
/** Changes the handle, without a notification of the change. */
const rename = async (member: TestMember, handle: string) => {
  await member.put('/api/notifications/settings', { settings: [{ kind: 'security', site: false }] });
  expect((await member.patch('/api/account', { handle })).status).toBe(200);
};
const actor = ({ _id, name }: TestMember) => ({ _id, name, avatar: `/api/avatars/${_id}` });

describe('a notification', () => {
  test('tells the author of a post of a comment, and the author of a comment of a reply', async () => {
    const first = await comment(grace, 'First');
    const reply = await comment(kay, 'Second', first);
    const about = { _id: post, excerpt: 'On engines' };
    expect(await listOf(ada)).toMatchObject([
      {
        kind: 'reply',
        read: false,
        actors: [actor(kay)],
        others: 0,
        post: { ...about, isOwn: true },
        comment: { _id: reply, isReply: false },
      },
      { kind: 'reply', read: false, actors: [actor(grace)], others: 0, post: about, comment: { _id: first, excerpt: 'First' } },
    ]);
    expect(await listOf(grace)).toMatchObject([
      { kind: 'reply', actors: [actor(kay)], post: { ...about, isOwn: false }, comment: { _id: reply, excerpt: 'Second', isReply: true } },
    ]);
    expect(await listOf(kay)).toEqual([]);
    await comment(kay, `**Bold** [link](https://example.net) & \`code\` ${'x'.repeat(9000)}`);
    expect((await listOf(ada))[0].comment.excerpt).toMatch(/^Bold link & code x{150,}…$/);
    expect([await unreadOf(ada), await unreadOf(grace), await unreadOf(kay)]).toEqual([3, 2, 0]);
  });

  test('shows no part of an entity at the end of the HTML that it reads', async () => {
    for (let length = 1200; length < 1205; length++) {
      await comment(grace, `[link](https://example.net/${'x'.repeat(length)}) ${'&'.repeat(300)}`);
      expect((await listOf(ada))[0].comment.excerpt).toMatch(/^link &+…?$/);
    }
  });

  test('is one for a reply to a comment of the author of the post', async () => {
    const own = await comment(ada);
    await comment(grace, 'Both', own);
    expect(await listOf(ada)).toMatchObject([{ kind: 'reply', comment: { excerpt: 'Both', isReply: true } }]);
  });

  test('tells a member of a follower, and groups the likes of a post and of a comment', async () => {
    await grace.put(`/api/follows/users/${ada._id}`);
    const own = await comment(ada, 'Mine');
    await grace.put(`/api/comments/${own}/like`);
    for (const member of [grace, kay]) await like(member);
    for (const member of await createMembers(site, 3)) await like(member);
    const [likes, likeOfComment, follow] = await listOf(ada);
    expect(likes).toMatchObject({ kind: 'like', others: 3, post: { _id: post, isOwn: true } });
    expect(likes.actors.map(({ name }: { name: string }) => name)).toEqual(['Member 2', 'Member 1']);
    expect(likes.comment).toBeUndefined();
    expect(likeOfComment).toMatchObject({ kind: 'like', actors: [actor(grace)], others: 0, comment: { _id: own, excerpt: 'Mine' } });
    expect(follow).toMatchObject({ kind: 'follow', actors: [actor(grace)] });
    expect(await unreadOf(ada)).toBe(3);
  });

  test('counts others beside a thousand and more unread followers, who are one', async () => {
    await site.db.run`
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1100)
      insert into notifications (user_id, kind, actor_id, subject, id)
      select cast(${ada._id} as text), 'follow', cast(${grace._id} as text), 'subject ' || number, 'id ' || number from numbers`;
    await comment(grace, 'One');
    await grace.put(`/api/posts/like/${post}`);
    const unread = async () => (await ada.get('/api/notifications/unread')).body;
    expect(await unread()).toEqual({ unread: 2 }); // no one follows
    await grace.put(`/api/follows/users/${ada._id}`);
    expect(await unread()).toEqual({ unread: 3 });
  });

  test('groups the followers since the last read, and counts those who still follow', async () => {
    const followers = await createMembers(site, 4);
    for (const member of [grace, kay, ...followers]) await member.put(`/api/follows/users/${ada._id}`);
    const [follow, ...others] = await listOf(ada);
    expect(follow).toMatchObject({ kind: 'follow', read: false, actors: [{ name: 'Member 3' }, { name: 'Member 2' }], others: 4 });
    expect([others, await unreadOf(ada)]).toEqual([[], 1]);
    await followers[3]?.delete(`/api/follows/users/${ada._id}`);
    await kay.delete(`/api/follows/users/${ada._id}`);
    expect(await listOf(ada)).toMatchObject([{ _id: follow._id, actors: [{ name: 'Member 2' }, { name: 'Member 1' }], others: 2 }]);

    const read = await ada.post('/api/notifications/read', { id: (await listOf(ada))[0]._id });
    expect(read.body).toEqual({ unread: 0 });
    expect(await listOf(ada)).toMatchObject([{ read: true, others: 2 }]);
    const [late] = await createMembers(site, 1);
    await late?.put(`/api/follows/users/${ada._id}`);
    expect(await listOf(ada)).toMatchObject([
      { kind: 'follow', read: false, others: 0, actors: [{ _id: late?._id }] },
      { kind: 'follow', read: true, others: 2 },
    ]);
    expect(await unreadOf(ada)).toBe(1);
    for (const member of [grace, ...followers]) await member.delete(`/api/follows/users/${ada._id}`);
    expect(await listOf(ada)).toMatchObject([{ actors: [{ _id: late?._id }] }]);
  });

  test('tells a member once that a text mentions them, also if it is edited or replies to them', async () => {
    const handle = `kay-${crypto.randomUUID().slice(0, 8)}`;
    await rename(kay, handle);
    const id = await comment(grace, `Ask @${handle}`);
    expect(await listOf(kay, '?filter=mentions')).toMatchObject([{ kind: 'mention', actors: [actor(grace)], comment: { _id: id } }]);
    const edit = (text: string, version: number) => grace.patch(`/api/posts/comment/${post}/${id}`, { text, version });
    await kay.post('/api/notifications/read', { upTo: (await listOf(kay))[0]._id });
    await edit('Ask nobody', 1);
    expect(await listOf(kay)).toEqual([]);
    await edit(`Ask @${handle} again`, 2);
    expect(await unreadOf(kay)).toBe(0);
    expect(await listOf(kay)).toHaveLength(1);
    const own = await comment(kay, 'Here');
    await comment(grace, `@${handle} Thanks`, own);
    expect(await listOf(kay)).toMatchObject([{ kind: 'mention' }, { kind: 'mention' }]);
    const mentioned = (await kay.post('/api/posts', { text: `I am @${handle}` })).body._id;
    expect(mentioned).toBeTruthy();
    expect(await listOf(kay)).toHaveLength(2);
  });

  test("is never about one's own action", async () => {
    const own = await comment(ada);
    await comment(ada, 'Again', own);
    await like(ada);
    await ada.put(`/api/comments/${own}/like`);
    expect([await listOf(ada), await unreadOf(ada)]).toEqual([[], 0]);
    await like(grace);
    expect(await listOf(ada)).toMatchObject([{ actors: [actor(grace)], others: 0 }]);
  });

  test('does not arrive twice after a repeated request, a second like or a second follow', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (let times = 0; times < 2; times++) await grace.post(`/api/posts/comment/${post}`, { text: 'Once' }, headers);
    await like(grace);
    await grace.put(`/api/follows/users/${ada._id}`);
    const before = await listOf(ada);
    expect(before).toHaveLength(3);
    await ada.post('/api/notifications/read', { upTo: before[0]._id });
    await grace.delete(`/api/posts/${post}/like`);
    await grace.delete(`/api/follows/users/${ada._id}`);
    expect((await listOf(ada)).map(({ kind }: { kind: string }) => kind)).toEqual(['reply']);
    await like(grace);
    await grace.put(`/api/follows/users/${ada._id}`);
    expect(await listOf(ada)).toEqual(before.map((notification: object) => ({ ...notification, read: true })));
    expect(await unreadOf(ada)).toBe(0);
    await like(kay);
    expect(await listOf(ada)).toMatchObject([{ kind: 'like', read: false, actors: [actor(kay), actor(grace)] }, {}, {}]);
  });

  test('counts once for a subject, however many likes it has, and hides no older ones', async () => {
    await comment(grace);
    for (const member of await createMembers(site, 210)) await like(member);
    expect(await unreadOf(ada)).toBe(2);
    expect(await listOf(ada)).toMatchObject([{ kind: 'like', others: 208 }, { kind: 'reply' }]);
  });

  test('is withdrawn when its content is deleted', async () => {
    const first = await comment(grace, 'First');
    await comment(kay, 'Second', first);
    await grace.delete(`/api/posts/comment/${post}/${first}`);
    expect(await listOf(ada)).toMatchObject([{ comment: { excerpt: 'Second' } }]);
    await like(grace);
    await ada.delete(`/api/posts/${post}`);
    expect([await listOf(ada), await listOf(grace), await unreadOf(ada)]).toEqual([[], [], 0]);
    expect(await site.db.all`select * from notifications where post_id = ${post}`).toEqual([]);
  });

  test('is withdrawn while a job deletes the post, and then deleted', async () => {
    await comment(grace);
    await site.db.run`update posts set like_count = 1000 where id = ${post}`;
    await ada.delete(`/api/posts/${post}`);
    expect([await listOf(ada), await unreadOf(ada)]).toEqual([[], 0]);
    await site.app.jobs.runDue();
    expect(await site.db.all`select * from notifications where post_id = ${post}`).toEqual([]);
  });

  test('is withdrawn when the account of its actor is deleted', async () => {
    await comment(grace);
    await like(grace);
    await like(kay);
    await grace.delete('/api/profile');
    expect(await listOf(ada)).toMatchObject([{ kind: 'like', actors: [actor(kay)], others: 0 }]);
    expect(await unreadOf(ada)).toBe(1);
    await site.app.jobs.runDue();
    expect(await listOf(ada)).toHaveLength(1);
  });

  test('does not cross the mute of a tag, before or after the event', async () => {
    const tagged = (await ada.post('/api/posts', { text: 'On #engines' })).body._id;
    const own = await comment(grace, 'Mine', undefined, tagged);
    await comment(kay, 'Before', own, tagged);
    expect(await listOf(grace)).toHaveLength(1);
    await grace.put('/api/mutes/tags/engines');
    await comment(kay, 'After', own, tagged);
    expect([await listOf(grace), await unreadOf(grace)]).toEqual([[], 0]);
    await grace.delete('/api/mutes/tags/engines');
    expect(await listOf(grace)).toMatchObject([{ comment: { excerpt: 'Before' } }]);
  });

  test('of a mention does not cross the mute of a tag of this version of the text', async () => {
    const handle = `grace-${crypto.randomUUID().slice(0, 8)}`;
    await rename(grace, handle);
    await grace.put('/api/mutes/tags/engines');
    const write = async (text: string) => (await ada.post('/api/posts', { text })).body._id;
    await write(`#engines @${handle}`);
    const [wasMuted, becomesMuted] = [await write('#engines'), await write('#looms')];
    await ada.patch(`/api/posts/${wasMuted}`, { text: `#looms @${handle}`, version: 1 });
    await ada.patch(`/api/posts/${becomesMuted}`, { text: `#engines @${handle}`, version: 1 });
    await grace.delete('/api/mutes/tags/engines');
    expect(await listOf(grace)).toMatchObject([{ kind: 'mention', post: { _id: wasMuted } }]);
  });
});

describe('watching', () => {
  const watchOf = async (member: TestMember) => (await member.get(`/api/posts/${post}/watch`)).body;

  test('tells commenters and watchers of further comments, once', async () => {
    const lena = await newMember('Lena');
    expect(await watchOf(grace)).toEqual({ watched: false, muted: false });
    await comment(grace, 'First');
    expect(await watchOf(grace)).toEqual({ watched: true, muted: false });
    expect(await watchOf(ada)).toEqual({ watched: true, muted: false });
    expect((await lena.put(`/api/posts/${post}/watch`)).body).toEqual({ watched: true, muted: false });
    const second = await comment(kay, 'Second');
    for (const member of [grace, lena])
      expect(await listOf(member)).toMatchObject([
        { kind: 'comment', actors: [actor(kay)], comment: { _id: second }, post: { isOwn: false } },
      ]);
    expect((await listOf(ada)).map(({ kind }: { kind: string }) => kind)).toEqual(['reply', 'reply']);
    expect(await listOf(kay)).toEqual([]);
  });

  test('ends with a mute, which leaves the earlier notifications as they are', async () => {
    await comment(grace, 'First');
    await comment(kay, 'Before');
    const stateOf = async (member: TestMember) => [await listOf(member), await unreadOf(member)];
    const before = [await stateOf(grace), await stateOf(ada)];
    expect(before).toMatchObject([
      [[{ kind: 'comment' }], 1],
      [[{ kind: 'reply' }, { kind: 'reply' }], 2],
    ]);
    for (const member of [grace, ada]) {
      expect((await member.delete(`/api/posts/${post}/watch`)).body).toEqual({ watched: false, muted: true });
      expect(await watchOf(member)).toEqual({ watched: false, muted: true });
    }
    await comment(kay, 'While muted');
    await like(kay);
    expect([await stateOf(grace), await stateOf(ada)]).toEqual(before);
    for (const member of [grace, ada]) await member.put(`/api/posts/${post}/watch`);
    expect([await stateOf(grace), await stateOf(ada)]).toEqual(before);
  });

  test('ends with a choice that leaves only replies to own comments, mentions and likes', async () => {
    const own = await comment(grace, 'First');
    for (const member of [ada, grace]) {
      const { status, body } = await member.put(`/api/posts/${post}/watch`, { watched: false });
      expect([status, body, await watchOf(member)]).toEqual([200, ...Array(2).fill({ watched: false, muted: false })]);
    }
    const before = await listOf(ada);
    await comment(kay, 'To all');
    expect([await listOf(ada), await listOf(grace)]).toEqual([before, []]);
    const reply = await comment(kay, 'To you', own);
    expect(await listOf(grace)).toMatchObject([{ kind: 'reply', comment: { _id: reply } }]);
    expect(await listOf(ada)).toEqual(before);
    await like(kay);
    expect(await listOf(ada)).toMatchObject([{ kind: 'like' }, { kind: 'reply' }]);
    expect((await grace.put(`/api/posts/${post}/watch`, {})).body).toEqual({ watched: true, muted: false });
    await comment(kay, 'To all again');
    expect(await listOf(grace)).toMatchObject([{ kind: 'comment' }, { kind: 'reply' }]);
  });

  test('reaches all watchers of a large discussion by a job, each once', async () => {
    const watchers = await createMembers(site, 220);
    for (const watcher of watchers)
      await site.db.run`insert into post_watches (post_id, user_id, state, created_at) values (${post}, ${watcher._id}, 'watched', 1)`;
    const id = await comment(kay, 'For all');
    const count = async () =>
      Number((await site.db.get<{ rows: number }>`select count(*) as rows from notifications where subject = ${id}`)?.rows);
    expect(await count()).toBe(51);
    expect(await site.app.jobs.runDue(['notifications.watchers'])).toBe(2);
    expect(await count()).toBe(221);
  });

  test('returns 404 for posts that do not exist or are deleted, and 401 to visitors', async () => {
    await ada.delete(`/api/posts/${post}`);
    for (const id of [post, unknownId, 'x'])
      for (const method of ['get', 'put', 'delete'] as const) expect((await grace[method](`/api/posts/${id}/watch`)).status).toBe(404);
    expect((await clientOf(site).put(`/api/posts/${unknownId}/watch`)).status).toBe(401);
  });
});

describe('the settings', () => {
  test('turn kinds off and on for one member', async () => {
    const url = '/api/notifications/settings';
    const kinds = ['reply', 'comment', 'mention', 'follow', 'like', 'post', 'signIn', 'security'];
    const expected = (...off: string[]) =>
      kinds.map((kind) => ({ kind, site: !off.includes(kind), email: ['reply', 'mention', 'signIn', 'security'].includes(kind) }));
    expect((await ada.get(url)).body).toEqual(expected('post'));
    expect((await ada.put(url, { settings: [{ kind: 'like', site: false }] })).body).toEqual(expected('like', 'post'));
    expect((await ada.put(url, { settings: [{ kind: 'post', site: true }] })).body).toEqual(expected('like'));
    const exported = (await ada.get('/api/users/me/data')).body.notificationSettings;
    expect(exported).toEqual([
      { kind: 'like', channel: 'site', on: false },
      { kind: 'post', channel: 'site', on: true },
    ]);
    await ada.put(url, { settings: [{ kind: 'post', site: false }] });
    expect((await grace.get(url)).body).toContainEqual({ kind: 'like', site: true, email: false });
    await like(grace);
    await comment(grace);
    const shown = async () => (await listOf(ada)).map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'security');
    expect(await shown()).toEqual(['reply']);
    await ada.put(url, { settings: [{ kind: 'like', site: true }] });
    await like(kay);
    expect(await shown()).toEqual(['like', 'reply']);
    expect((await ada.put(url, { settings: [{ kind: 'unknown', site: true }] })).status).toBe(400);
    expect((await clientOf(site).get(url)).status).toBe(401);
  });
});

describe('the list', () => {
  test('is paged, and does not move when an old one gets newer', async () => {
    const posts = [post, await writePost(ada), await writePost(ada), await writePost(ada)];
    for (const id of posts) await like(grace, id);
    await ada.post('/api/notifications/read', { id: (await listOf(ada)).at(-1)._id });
    const first = await ada.get('/api/notifications?limit=2');
    await like(kay, posts[0]);
    const [path] = /(?<=<)[^>]+/.exec(first.headers.link ?? '') ?? [''];
    const second = await ada.get(path);
    const ids = (body: Array<{ post: { _id: string } }>) => body.map(({ post }) => post._id);
    expect([...ids(first.body), ...ids(second.body)]).toEqual([posts[3], posts[2], posts[1]]);
    expect(second.headers.link).toBeUndefined();
    expect(ids(await listOf(ada))).toEqual([posts[0], posts[3], posts[2], posts[1]]);
  });

  test('of mentions leaves out other kinds', async () => {
    await comment(grace);
    expect(await listOf(ada, '?filter=mentions')).toEqual([]);
    expect((await ada.get('/api/notifications?filter=likes')).status).toBe(400);
  });

  test("does not contain another member's notifications", async () => {
    await comment(grace, 'For Ada only');
    expect(JSON.stringify(await listOf(kay))).not.toContain('For Ada only');
    expect(await unreadOf(kay)).toBe(0);
  });

  test('returns 401 to visitors', async () => {
    const visitor = clientOf(site);
    for (const url of ['/api/notifications', '/api/notifications/unread']) expect((await visitor.get(url)).status).toBe(401);
    expect((await visitor.post('/api/notifications/read', { id: unknownId })).status).toBe(401);
  });
});

describe('marking as read', () => {
  test('marks one, or all up to one, and leaves newer ones unread', async () => {
    const texts = ['One', 'Two', 'Three', 'Four'];
    for (const text of texts) await comment(grace, text);
    const [, third, , first] = await listOf(ada);
    expect((await ada.post('/api/notifications/read', { id: third._id })).body).toEqual({ unread: 3 });
    const states = async () => (await listOf(ada)).map(({ read }: { read: boolean }) => read);
    expect(await states()).toEqual([false, true, false, false]);
    expect((await ada.post('/api/notifications/read', { upTo: third._id })).body).toEqual({ unread: 1 });
    expect(await states()).toEqual([false, true, true, true]);
    expect((await ada.post('/api/notifications/read', { id: first._id })).body).toEqual({ unread: 1 });
  });

  test('marks the likes of a post, and the next like is unread', async () => {
    await like(grace);
    const [{ _id: id }] = await listOf(ada);
    await like(kay);
    expect(await listOf(ada)).toMatchObject([{ _id: id, actors: [actor(kay), actor(grace)] }]);
    expect((await ada.post('/api/notifications/read', { id })).body).toEqual({ unread: 0 });
    await like(await newMember('Lena'));
    const [again, ...others] = await listOf(ada);
    expect(again).toMatchObject({ read: false, others: 1 });
    expect(again._id > id).toBe(true);
    expect(others).toEqual([]);
    expect((await ada.post('/api/notifications/read', { id })).body).toEqual({ unread: 1 });
  });

  test("returns 404 for another member's notification, and leaves it unread", async () => {
    await comment(grace);
    const [{ _id }] = await listOf(ada);
    expect(await kay.post('/api/notifications/read', { id: _id })).toMatchObject(errorResponse(404, 'Notification not found'));
    expect((await kay.post('/api/notifications/read', { upTo: _id })).status).toBe(200);
    expect(await unreadOf(ada)).toBe(1);
  });

  test('marks all up to one that has been withdrawn', async () => {
    await comment(grace, 'Older');
    const id = await comment(kay, 'Withdrawn');
    const [{ _id: upTo }] = await listOf(ada);
    await kay.delete(`/api/posts/comment/${post}/${id}`);
    expect(await ada.post('/api/notifications/read', { upTo })).toMatchObject({ status: 200, body: { unread: 0 } });
  });

  test('returns 404 for an unknown id, and 400 for none, two or a malformed one', async () => {
    expect((await ada.post('/api/notifications/read', { id: unknownId })).status).toBe(404);
    for (const body of [{}, { id: unknownId, upTo: unknownId }])
      expect(await ada.post('/api/notifications/read', body)).toMatchObject(errorResponse(400, 'Send either id or upTo'));
    for (const id of malformedIds) expect((await ada.post('/api/notifications/read', { id })).status).toBe(400);
  });
});

describe('the purge', () => {
  test('deletes those read long ago and the oldest beyond the limit, and keeps the others', async () => {
    await comment(grace, 'Read long ago');
    await comment(grace, 'Unread');
    const [, first] = await listOf(ada);
    await ada.post('/api/notifications/read', { id: first._id });
    const long = Date.now() - (notificationDays + 1) * 24 * 60 * 60 * 1000;
    await site.db.run`update notifications set read_at = ${long} where user_id = ${ada._id} and read_at is not null`;
    await site.db.run`
      with recursive numbers (number) as (select 1001 union all select number + 1 from numbers where number < cast(${1020 + limits.notifications} as integer))
      insert into notifications (user_id, kind, actor_id, subject, id)
      select ${kay._id}, 'follow', ${grace._id}, 'subject ' || number, cast(number as text) from numbers`;
    await runRecurring(site, 'notifications.purge');
    expect(await listOf(ada)).toMatchObject([{ comment: { excerpt: 'Unread' } }]);
    const left = await site.db.get`select cast(count(*) as text) as rows, min(id) as oldest from notifications where user_id = ${kay._id}`;
    expect(left).toEqual({ rows: String(limits.notifications), oldest: '1021' });
  });
});
