import { type FoundPost, limits, type Post } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { type Client, clientOf } from '../client.ts';
import { createMember, saveProfile, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/* The posts in the results of a search. */

const site = await openSite();
const ada = await createMember(site, 'Ada');
const ben = await createMember(site, 'Ben');

async function search(client: Client, q: string): Promise<FoundPost[]> {
  const { status, raw, body } = await client.get(`/api/search?q=${encodeURIComponent(q)}`);
  expect(status, raw).toBe(200);
  return body;
}
const idsOf = async (client: Client, q: string) => (await search(client, q)).map(({ _id }) => _id);

/** Inserts a post from before Markdown was supported, and indexes it. */
async function insertPlainPost(text: string): Promise<string> {
  const id = newId();
  await site.db.run`insert into posts (id, user_id, text, created_at) values (${id}, ${ada._id}, ${text}, ${Date.now()})`;
  await site.db.run`delete from search_progress`;
  await runRecurring(site, 'search.check');
  return id;
}

async function expectRestOfPost(client: Client, q: string): Promise<void> {
  const [found, ...others] = await search(client, q);
  expect(others).toEqual([]);
  const { html, likes, comments, ...rest }: Post = (await client.get(`/api/posts/${found?._id}`)).body;
  const { titleParts, snippet, ...fields } = found as FoundPost;
  expect(fields).toEqual(rest);
  expect(titleParts?.map(({ text }) => text).join('')).toBe(rest.title);
  expect(snippet.some(({ marked }) => marked)).toBe(true);
}

test('a found post has the fields of a post except html, likes and comments', async () => {
  await saveProfile(ada, { headline: 'Cartographer' });
  const { _id } = (
    await ada.post('/api/posts', { title: 'A map', text: 'A quixotic **chart**', tags: ['maps', 'ink'], visibility: 'public' })
  ).body;
  await expectRestOfPost(ben, 'quixotic');
  await ada.patch(`/api/posts/${_id}`, { text: 'A quixotic **map**', commentsClosed: true, version: 1 });
  await ada.put(`/api/pins/${_id}`);
  for (const member of [ada, ben]) await member.put(`/api/posts/${_id}/like`);
  await ben.put(`/api/bookmarks/${_id}`, { folder: 'To read' });
  for (const member of [ada, ben]) await expectRestOfPost(member, 'quixotic');
  expect(await search(ben, 'quixotic')).toMatchObject([
    {
      text: 'A quixotic **map**',
      pinned: true,
      likeCount: 2,
      headline: 'Cartographer',
      viewer: { liked: true, bookmarked: true, folder: 'To read' },
    },
  ]);
});

test('a found post without title, tags and HTML has neither title nor titleParts', async () => {
  await insertPlainPost('A zesty **text**');
  const [found] = await search(ben, 'zesty');
  expect(found).toMatchObject({ text: 'A zesty **text**', format: 'plain', tags: [], visibility: 'members' });
  expect(found).not.toHaveProperty('title');
  expect(found).not.toHaveProperty('titleParts');
  await expectRestOfPost(ben, 'zesty');
});

test('shows the current name and counts', async () => {
  const cleo = await createMember(site, 'Cleo');
  const post = await writePost(cleo, 'A verdant post');
  expect(await search(ben, 'verdant')).toMatchObject([{ name: 'Cleo', commentCount: 0 }]);
  await cleo.patch('/api/account', { name: 'Cleopatra' });
  await ben.post(`/api/posts/comment/${post}`, { text: 'Yes' });
  expect(await search(ben, 'verdant')).toMatchObject([{ name: 'Cleopatra', commentCount: 1 }]);
});

test.for<[string, string, string]>([
  ['emoji', '😀', ''],
  ['emoji after a letter', '😀', 'a'],
  ['letters', 'x', ''],
  ['combining marks', 'e\u0301', ''],
])('cuts a text at 300 code points: %s', async ([name, one, start]) => {
  const word = `cuttable${name.length}`;
  const textOf = (length: number) =>
    Array.from(start + one.repeat(length))
      .slice(0, length - word.length - 1)
      .join('');
  const exact = `${word} ${textOf(limits.foundText)}`;
  const longer = `${word} ${textOf(limits.foundText + 1)}`;
  expect([Array.from(exact).length, Array.from(longer).length]).toEqual([300, 301]);
  const ids = [await writePost(ada, exact), await writePost(ada, longer), await insertPlainPost(longer)];
  const found = new Map((await search(ben, word)).map(({ _id, text }) => [_id, text]));
  expect(ids.map((id) => found.get(id))).toEqual([exact, exact, exact]);
});

test('leaves out posts that are hidden or deleted since they were indexed, in the order of the others', async () => {
  const posts: string[] = [];
  for (let index = 0; index < 5; index++) posts.unshift(await writePost(ada, `A gnarly post ${index}`));
  expect(await idsOf(ben, 'gnarly')).toEqual(posts);
  await site.db.run`update posts set deleted_at = 1 where id = ${posts[1] ?? ''}`;
  await ada.delete(`/api/posts/${posts[3]}`);
  expect(await idsOf(ben, 'gnarly')).toEqual([posts[0], posts[2], posts[4]]);
});

test('leaves out posts of others with a muted tag', async () => {
  const [muted, own] = [await writePost(ada, 'A knotty post #mutedtag'), await writePost(ben, 'My knotty post #mutedtag')];
  await ben.put('/api/mutes/tags/mutedtag');
  expect(await idsOf(ben, 'knotty')).toEqual([own]);
  expect(await idsOf(ada, 'knotty')).toEqual([own, muted]);
});

test('members find posts for members, and visitors find no posts', async () => {
  const { _id: open } = (await ada.post('/api/posts', { text: 'A prosaic post', visibility: 'public' })).body;
  const closed = await writePost(ada, 'A prosaic post');
  expect(await idsOf(ben, 'prosaic')).toEqual([closed, open]);
  expect((await clientOf(site).get('/api/search?q=prosaic')).status).toBe(401);
});
