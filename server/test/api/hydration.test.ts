import { limits, type Post } from '@dev-connector/contract';
import { beforeAll, expect, test } from 'vitest';
import { postPage } from '../../src/features/posts/hydration.ts';
import { latest, type Source } from '../../src/features/posts/sources.ts';
import { openContext } from '../../src/features.ts';
import { newId } from '../../src/platform/id.ts';
import type { State } from '../../src/platform/lists/fragments.ts';
import { highest, readPage } from '../../src/platform/lists/keyset.ts';
import type { JsonPage } from '../../src/platform/lists/pages.ts';
import type { Member } from '../../src/platform/member.ts';
import { createMembers, type TestMember } from '../members.ts';
import { recordingDb } from '../recording-db.ts';
import { openSite } from '../site.ts';

/* Hydration turns any set of posts into JSON, in any order, in a fixed number of statements. */

const site = await openSite();
const everything = { likes: true, comments: true };
let viewer: TestMember;
let member: Member;
/** Posts with deleted ones between them, newest first. */
let posts: string[];

/** Liked most first: many posts have equal keys. */
const top: Source = ({ db }, _viewer, query) =>
  readPage(
    query,
    highest,
    ({ key = 0, id }, count) => db.all<State>`
      select id, like_count as key, state as version from visible_posts
      where (like_count, id) < (cast(${key} as bigint), ${id}) order by like_count desc, id desc limit cast(${count} as integer)`,
  );

beforeAll(async () => {
  const people = await createMembers(site, 4);
  viewer = people[0] as TestMember;
  member = { id: viewer._id } as Member;
  posts = Array.from({ length: 150 }, newId);
  await site.db.transaction(async (tx) => {
    for (const [index, post] of posts.entries()) {
      const author = people[index % 4] as TestMember;
      const likes = people.slice(0, index % 3);
      const comments = people.slice(0, index % 4);
      await tx.run`
        insert into posts (id, user_id, text, like_count, comment_count, created_at)
        values (${post}, ${author._id}, ${`Post ${index}`}, ${likes.length}, ${comments.length}, ${Date.now()})`;
      for (const { _id } of likes)
        await tx.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post}, ${_id}, ${Date.now()})`;
      for (const { _id, name } of comments)
        await tx.run`
          insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${post}, ${_id}, ${`By ${name}`}, ${Date.now()})`;
    }
    const deleted = posts.filter((_, index) => index % 5 === 2);
    await tx.run`delete from posts where id = any(${deleted})`;
    posts = posts.filter((id) => !deleted.includes(id)).reverse();
  });
});

/** Returns the states of these posts in this order. */
async function statesOf(ids: string[]): Promise<State[]> {
  const states = await site.db.all<State>`select id, state as version from visible_posts where id = any(${ids})`;
  return ids.map((id) => states.find((state) => state.id === id) as State);
}

/** Counts the statements of `work` with empty caches, and again with full ones. */
async function countStatements(work: (context: ReturnType<typeof openContext>) => Promise<unknown>): Promise<[number, number]> {
  let count = 0;
  const context = openContext(
    site.settings,
    recordingDb(site.db, () => count++),
    site.app.log,
  );
  await work(context);
  const first = count;
  await work(context);
  return [first, count - first];
}

const read = ({ json }: JsonPage<Post>): Post[] => JSON.parse(`${json()}`);

test('returns posts of any set in any order, with the state of the viewer', async () => {
  const ids = [
    ...posts.filter((_, index) => index % 7 === 3).toSorted((a, b) => (a.slice(-4) < b.slice(-4) ? -1 : 1)),
    posts.at(-1) as string,
  ];
  const context = openContext(site.settings, site.db, site.app.log);
  const expected = await Promise.all(ids.map(async (id) => (await viewer.get(`/api/posts/${id}`)).body));
  expect(new Set(expected.map((post) => post.viewer.liked))).toEqual(new Set([true, false]));
  for (let round = 0; round < 2; round++)
    expect(read(await postPage(context, member, { items: await statesOf(ids) }, everything))).toEqual(expected);
});

test('runs as many statements for 100 posts as for one', async () => {
  const counts = await Promise.all(
    [1, 20, 100].map(async (size) => {
      const states = await statesOf(posts.slice(0, size));
      return countStatements((context) => postPage(context, member, { items: states }, everything));
    }),
  );
  expect(counts).toEqual([
    [6, 1],
    [6, 1],
    [6, 1],
  ]);
});

test('reads only the posts that are not cached', async () => {
  const context = openContext(site.settings, site.db, site.app.log);
  const [some, all] = [posts.slice(3, 9), posts.slice(0, 20)];
  await postPage(context, member, { items: await statesOf(some) }, everything);
  await site.db.run`update posts set text = ${'Changed without a new version'} where id = any(${all})`;
  const page = read(await postPage(context, member, { items: await statesOf(all) }, everything));
  expect(page.filter(({ text }) => text.startsWith('Post ')).map(({ _id }) => _id)).toEqual(some);
});

test('a list ordered by a key and the id has every post once for every page size', async () => {
  const context = openContext(site.settings, site.db, site.app.log);
  const likes = new Map(
    (await site.db.all<{ id: string; like_count: number }>`select id, like_count from posts`).map((row) => [row.id, row.like_count]),
  );
  const expected = posts.toSorted((a, b) => (likes.get(b) ?? 0) - (likes.get(a) ?? 0) || (a < b ? 1 : -1));
  for (const limit of [1, 7, limits.pageMax]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await postPage(context, member, await top(context, member, { limit, cursor }), { likes: false, comments: false });
      found.push(...read(page).map(({ _id }) => _id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(found).toEqual(expected);
  }
});

test('rejects the cursor of a list with another order', async () => {
  const context = openContext(site.settings, site.db, site.app.log);
  const [byKey, byId] = [await top(context, member, { limit: 1 }), await latest(context, member, { limit: 1 })];
  expect([byKey.next, byId.next]).toEqual([expect.stringMatching(/^2\.[\w-]{22}$/), expect.stringMatching(/^[\w-]{22}$/)]);
  const id = byId.next;
  for (const cursor of [id, `.${id}`, `-0.${id}`, `01.${id}`, `1e3.${id}`, `1234567890123456.${id}`, `1.${id}A`, '1.', '1'])
    await expect(top(context, member, { cursor }), cursor).rejects.toThrow('Cursor is not valid');
  await expect(latest(context, member, { cursor: byKey.next })).rejects.toThrow('Cursor is not valid');
  expect((await viewer.get(`/api/posts?cursor=${byKey.next}`)).status).toBe(400);
});
