import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';
import { all, one, parseXml } from '../xml.ts';

const origin = 'https://dev.example';
const site = await openSite({ publicUrl: origin });
const path = '/api/follows.opml';
const hostile = `"><script>alert('1')</script> & ]]> \ufffe`;

let viewer: TestMember;
beforeAll(async () => void (viewer = await createMember(site, 'Viewer')));

/** The attributes of the outlines in a member's document. */
async function outlinesOf(member: TestMember) {
  const { status, raw } = await member.get(path);
  expect(status, raw).toBe(200);
  const opml = parseXml(raw);
  expect([opml.name, opml.attributes]).toEqual(['opml', { version: '2.0' }]);
  return all(one(opml, 'body'), 'outline').map(({ attributes }) => attributes);
}

const publish = async (author: TestMember, tags: string[] = []) =>
  (await author.post('/api/posts', { text: 'Hello', visibility: 'public', tags })).body._id as string;
const follow = (id: string) => viewer.put(`/api/follows/users/${id}`);
const outline = (text: string, feeds: string, page = feeds) => ({
  ...{ type: 'rss', text, title: text },
  ...{ xmlUrl: `${origin}${feeds}/feed.xml`, htmlUrl: `${origin}${page}` },
});

test('is an empty document for a member who follows nobody', async () => {
  const { headers, raw } = await viewer.get(path);
  expect(headers).toMatchObject({
    'content-type': 'text/x-opml; charset=utf-8',
    'content-disposition': 'attachment; filename="follows.opml"',
    'cache-control': 'no-store',
  });
  expect(one(one(parseXml(raw), 'head'), 'title').text).toBe('Follows · Dev Connector Demo');
  expect(await outlinesOf(viewer)).toEqual([]);
});

test('lists the feeds of followed members and tags that have public posts, with escaped names', async () => {
  const [named, stranger, quiet, hidden, deleted] = [
    await createMember(site, hostile, 'hostile@example.org'),
    ...(await createMembers(site, 4)),
  ] as [TestMember, TestMember, TestMember, TestMember, TestMember];
  for (const author of [named, deleted]) await publish(author, ['c++']);
  await publish(stranger, ['unfollowed']);
  await writePost(quiet, '#internal');
  const post = await publish(hidden);
  await hidden.patch(`/api/posts/${post}`, { visibility: 'members', version: 1 });
  for (const { _id } of [named, quiet, hidden, deleted]) expect((await follow(_id)).status).toBe(200);
  for (const tag of ['c++', 'internal']) expect((await viewer.put(`/api/follows/tags/${encodeURIComponent(tag)}`)).status).toBe(200);
  await deleted.delete('/api/profile');
  await named.patch('/api/account', { handle: 'Named' });
  expect(await outlinesOf(viewer)).toEqual([
    outline(hostile.replace(' \ufffe', ' '), `/dev/profile/${named._id}`, '/dev/@Named'),
    outline('#c++', '/dev/tags/c%2B%2B', '/dev/explore?tag=c%2B%2B'),
  ]);
  const feeds = (await outlinesOf(viewer)).map(({ xmlUrl = '' }) => xmlUrl.slice(origin.length));
  for (const feed of feeds) expect((await clientOf(site).get(feed)).status, feed).toBe(200);
});

test('lists all of many members and tags, each once', async () => {
  const [reader, author] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const [members, tags] = [await createMembers(site, 501), Array.from({ length: 21 }, (_, number) => `many-${number}`)];
  await publish(author, tags.slice(0, 5));
  const post = await publish(author);
  await site.db.transaction(async (tx) => {
    for (const { _id } of members) {
      await tx.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${reader._id}, ${_id}, 1)`;
      await tx.run`insert into posts (id, user_id, text, created_at, visibility, published_at) values (${newId()}, ${_id}, 'x', 1, 'public', 1)`;
    }
    for (const tag of tags) {
      await tx.run`insert into tag_follows (user_id, tag, created_at) values (${reader._id}, ${tag}, 1)`;
      await tx.run`insert into post_tags (tag, post_id, position, is_field, published_at) values (${tag}, ${post}, 0, 1, 1)`;
    }
  });
  const found = (await outlinesOf(reader)).map(({ text }) => text);
  expect([found.length, new Set(found.slice(501))]).toEqual([522, new Set(tags.map((tag) => `#${tag}`))]);
});

test('is private: a visitor gets 401, and another member their own follows', async () => {
  const [other, author] = (await createMembers(site, 2)) as [TestMember, TestMember];
  await publish(author);
  await follow(author._id);
  expect(await clientOf(site).get(path)).toMatchObject(errorResponse(401, 'No token, authorization denied'));
  expect(await outlinesOf(other)).toEqual([]);
});
