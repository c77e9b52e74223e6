import { beforeEach, expect, test } from 'vitest';
import { timeOfId } from '../../src/platform/id.ts';
import { createMember, createMembers, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Notifications of posts by followed members and in followed tags. */

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
let kay: TestMember;

beforeEach(async () => {
  [ada, grace, kay] = [await newMember('Ada'), await newMember('Grace'), await newMember('Kay')];
});

const newMember = (name: string) => createMember(site, name, `${crypto.randomUUID()}@example.org`);
const newTag = () => `t${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 20);
const turn = (member: TestMember, isOn: boolean) => member.put('/api/notifications/settings', { settings: [{ kind: 'post', site: isOn }] });
const follow = (member: TestMember, other: TestMember) => member.put(`/api/follows/users/${other._id}`);
const followTag = async (member: TestMember, tag: string) =>
  site.db.run`insert into tag_follows (user_id, tag, created_at) values (${member._id}, ${tag}, 1)`;
const listOf = async (member: TestMember) => (await member.get('/api/notifications')).body;
const unreadOf = async (member: TestMember) => (await member.get('/api/notifications/unread')).body.unread;
const write = async (member: TestMember, text: string) => (await member.post('/api/posts', { text })).body._id as string;
const runJobs = () => site.app.jobs.runDue();
const jobs = async () =>
  Number((await site.db.get<{ jobs: number }>`select count(*) as jobs from jobs where kind = 'notifications.post'`)?.jobs);
const actor = ({ _id, name }: TestMember) => ({ _id, name, avatar: `/api/avatars/${_id}` });

test('tells nobody unless they have turned it on, and then those who follow the author', async () => {
  await follow(grace, ada);
  await write(ada, 'Before');
  await runJobs();
  expect(await listOf(grace)).toEqual([]);
  await turn(grace, true);
  await turn(kay, true);
  const id = await write(ada, '# On engines');
  expect(await listOf(grace)).toEqual([]); // not in the transaction of the post
  await runJobs();
  expect(await listOf(grace)).toMatchObject([
    { kind: 'post', read: false, actors: [actor(ada)], others: 0, posts: 1, post: { _id: id, excerpt: 'On engines', isOwn: false } },
  ]);
  expect((await listOf(grace))[0].tag).toBeUndefined();
  expect(await listOf(kay)).toEqual([]);
  expect(await listOf(ada)).toMatchObject([{ kind: 'follow' }]);
  await turn(grace, false);
  await write(ada, 'After');
  await runJobs();
  expect(await unreadOf(grace)).toBe(1);
});

test('costs a post no job while nobody has turned it on', async () => {
  await site.db.run`delete from notification_settings where kind = 'post'`;
  await follow(grace, ada);
  await write(ada, 'Quiet');
  expect(await jobs()).toBe(0);
  await turn(grace, true);
  await write(ada, 'Heard');
  expect(await jobs()).toBe(1);
  await runJobs();
  expect(await jobs()).toBe(0);
});

test('tells those who follow a tag, but not the author, and names the tag', async () => {
  const tag = newTag();
  await write(ada, `#${tag}`);
  await runJobs();
  for (const member of [grace, ada]) {
    expect((await member.put(`/api/follows/tags/${tag}`)).status).toBe(200);
    await turn(member, true);
  }
  const id = await write(ada, `About #${tag}`);
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ kind: 'post', actors: [actor(ada)], tag, posts: 1, post: { _id: id } }]);
  expect(await listOf(ada)).toEqual([]);
});

test('is one for a member and several tags that the viewer follows', async () => {
  const [one, two] = [newTag(), newTag()];
  await turn(grace, true);
  await turn(kay, true);
  await follow(grace, ada);
  for (const tag of [one, two]) for (const member of [grace, kay]) await followTag(member, tag);
  const id = await write(ada, `#${one} #${two}`);
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ actors: [actor(ada)], post: { _id: id } }]);
  expect((await listOf(grace))[0].tag).toBeUndefined();
  expect(await listOf(kay)).toMatchObject([{ tag: one, post: { _id: id } }]);
});

test('stands for all posts by a member, or in a tag, until it is read', async () => {
  const tag = newTag();
  await turn(grace, true);
  await follow(grace, ada);
  await followTag(grace, tag);
  for (const text of ['First', 'Second']) await write(ada, text);
  for (const member of [kay, await newMember('Lena')]) await write(member, `#${tag}`);
  const last = await write(ada, 'Third');
  await runJobs();
  expect(await listOf(grace)).toMatchObject([
    { actors: [actor(ada)], posts: 3, post: { _id: last } },
    { actors: [{ name: 'Lena' }], tag, posts: 2 },
  ]);
  expect(await unreadOf(grace)).toBe(2);
  await grace.post('/api/notifications/read', { upTo: (await listOf(grace))[0]._id });
  expect(await unreadOf(grace)).toBe(0);
  const next = await write(ada, 'Fourth');
  await runJobs();
  expect(await listOf(grace)).toMatchObject([
    { read: false, posts: 1, post: { _id: next } },
    { tag, read: true, posts: 2 },
  ]);
});

test('is marked with all others by the id that the member saw, and stays unread if it stands for a newer post since', async () => {
  await turn(grace, true);
  await follow(grace, ada);
  await follow(kay, grace);
  const seen = await write(ada, 'Seen');
  await runJobs();
  expect((await listOf(grace))[0]._id).toBe(seen);
  const newer = await write(ada, 'Newer');
  await runJobs();
  for (const body of [{ id: seen }, { upTo: seen }])
    expect(await grace.post('/api/notifications/read', body)).toMatchObject({ status: 200, body: { unread: 'id' in body ? 2 : 1 } });
  expect(await listOf(grace)).toMatchObject([
    { _id: newer, read: false },
    { kind: 'follow', read: true },
  ]);
});

test('does not arrive again if the job is repeated, or if an older one runs later', async () => {
  await turn(grace, true);
  await follow(grace, ada);
  const [older, newer] = [await write(ada, 'Older'), await write(ada, 'Newer')];
  await runJobs();
  const [notification] = await listOf(grace);
  await grace.post('/api/notifications/read', { id: notification._id });
  for (const postId of [newer, older])
    await site.db.transaction((tx) =>
      site.app.jobs.enqueue(tx, { kind: 'notifications.post', payload: { postId, authorId: ada._id, tags: [] } }),
    );
  await runJobs();
  expect(await listOf(grace)).toEqual([{ ...notification, read: true }]);
});

test('is withdrawn with the post, and not written for a post that is deleted before the job runs', async () => {
  await turn(grace, true);
  await follow(grace, ada);
  const first = await write(ada, 'First');
  await runJobs();
  expect(await unreadOf(grace)).toBe(1);
  await ada.delete(`/api/posts/${first}`);
  expect([await listOf(grace), await unreadOf(grace)]).toEqual([[], 0]);
  const second = await write(ada, 'Second');
  await ada.delete(`/api/posts/${second}`);
  await runJobs();
  expect(await listOf(grace)).toEqual([]);
});

test('stands for the older posts by a member, or in a tag, after the newest is deleted', async () => {
  const tag = newTag();
  await turn(grace, true);
  await turn(kay, true);
  await follow(grace, ada);
  await followTag(kay, tag);
  const lena = await newMember('Lena');
  const first = await write(ada, `First #${tag}`);
  const second = await write(lena, `Second #${tag}`);
  const third = await write(ada, 'Third');
  const last = await write(ada, `Last #${tag}`);
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ posts: 3, post: { _id: last } }]);
  expect(await listOf(kay)).toMatchObject([{ posts: 3, tag, post: { _id: last } }]);
  for (const id of [third, last]) await ada.delete(`/api/posts/${id}`);
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ _id: first, read: false, posts: 1, actors: [actor(ada)], post: { _id: first } }]);
  expect(await listOf(kay)).toMatchObject([{ _id: second, read: false, posts: 2, actors: [actor(lena)], tag, post: { _id: second } }]);
  await lena.delete('/api/profile');
  await runJobs();
  expect(await listOf(kay)).toMatchObject([{ posts: 1, tag, post: { _id: first } }]);
  await ada.delete(`/api/posts/${first}`);
  await runJobs();
  for (const { _id } of [grace, kay])
    expect(await site.db.all`select * from notifications where user_id = ${_id} and kind = 'post'`).toEqual([]);
});

test('does not count posts that were deleted or are muted', async () => {
  const tag = newTag();
  await turn(grace, true);
  await follow(grace, ada);
  const [, deleted] = [await write(ada, 'First'), await write(ada, 'Deleted'), await write(ada, `Muted #${tag}`), await write(ada, 'Last')];
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ posts: 4 }]);
  await ada.delete(`/api/posts/${deleted}`);
  await grace.put(`/api/mutes/tags/${tag}`);
  expect(await listOf(grace)).toMatchObject([{ posts: 2 }]);
});

test('stands for the other posts by a member, or in a tag, after a tag of the newest is muted', async () => {
  const [tag, muted] = [newTag(), newTag()];
  const lena = await newMember('Lena');
  for (const member of [grace, kay]) await turn(member, true);
  await follow(grace, ada);
  await followTag(kay, tag);
  const first = await write(ada, `First #${tag}`);
  const second = await write(lena, `Second #${tag}`);
  const third = await write(ada, 'Third');
  const last = await write(ada, `Last #${tag} #${muted}`);
  await runJobs();
  for (const member of [grace, kay]) await member.put(`/api/mutes/tags/${muted}`);
  const date = new Date(timeOfId(third)).toISOString(); // the post's own may differ by a millisecond
  const ofAda = [{ _id: last, date, read: false, posts: 2, actors: [actor(ada)], post: { _id: third } }];
  expect(await listOf(grace)).toMatchObject(ofAda);
  expect(await listOf(kay)).toMatchObject([{ read: false, posts: 2, actors: [actor(lena)], tag, post: { _id: second } }]);
  expect([await unreadOf(grace), await unreadOf(kay)]).toEqual([1, 1]);
  for (const id of [first, third]) await grace.delete(`/api/posts/${id}/watch`);
  expect(await listOf(grace)).toMatchObject(ofAda); // only further notifications end
  for (const member of [grace, kay]) await member.put(`/api/mutes/tags/${tag}`);
  expect(await listOf(grace)).toMatchObject([{ posts: 1, post: { _id: third } }]);
  expect([await listOf(kay), await unreadOf(kay)]).toEqual([[], 0]);
});

test('does not cross a mute, and tells a mentioned member only of the mention', async () => {
  const tag = newTag();
  await write(kay, `#${tag}`);
  await turn(grace, true);
  await follow(grace, ada);
  expect((await grace.put(`/api/mutes/tags/${tag}`)).status).toBe(200);
  await write(ada, `#${tag}`);
  const handle = `grace-${crypto.randomUUID().slice(0, 8)}`;
  await grace.put('/api/notifications/settings', { settings: [{ kind: 'security', site: false }] });
  await grace.patch('/api/account', { handle });
  await write(ada, `Ask @${handle}`);
  await runJobs();
  expect(await listOf(grace)).toMatchObject([{ kind: 'mention' }]);
});

test('reaches many followers of a member and of a tag in batches, each once', async () => {
  const tag = newTag();
  const followers = await createMembers(site, 450);
  for (const [index, { _id }] of followers.entries()) {
    await site.db.run`insert into notification_settings (user_id, kind, channel, is_on) values (${_id}, 'post', 'site', 1)`;
    if (index < 300)
      await site.db.run`
        insert into user_follows (id, follower_id, followee_id, created_at) values (${crypto.randomUUID()}, ${_id}, ${ada._id}, 1)`;
    if (index >= 200) await site.db.run`insert into tag_follows (user_id, tag, created_at) values (${_id}, ${tag}, 1)`;
  }
  const id = await write(ada, `#${tag}`);
  expect(await site.app.jobs.runDue(['notifications.post'])).toBe(3); // one for each full batch, and the last
  const rows = await site.db.all<{ subject: string; members: number }>`
    select subject, count(distinct user_id) as members from notifications where post_id = ${id} group by subject order by subject`;
  expect(rows.map(({ subject, members }) => [subject, Number(members)])).toEqual([
    [`#${tag}`, 150],
    [ada._id, 300],
  ]);
});

test('is deleted with the accounts of its author and its reader', async () => {
  const tag = newTag();
  for (const member of [grace, kay]) {
    await turn(member, true);
    await followTag(member, tag);
  }
  await follow(grace, ada);
  await write(ada, `#${tag}`);
  await runJobs();
  await ada.delete('/api/profile');
  expect([await listOf(grace), await listOf(kay), await unreadOf(kay)]).toEqual([[], [], 0]);
  await runJobs();
  for (const { _id } of [grace, kay]) expect(await site.db.all`select * from notifications where user_id = ${_id}`).toEqual([]);
  const other = await write(grace, `#${tag}`);
  await runJobs();
  expect(await listOf(kay)).toMatchObject([{ post: { _id: other } }]);
  await kay.delete('/api/profile');
  await runJobs();
  expect(await site.db.all`select * from notifications where user_id = ${kay._id}`).toEqual([]);
});
