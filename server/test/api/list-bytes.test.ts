import { limits, type Post } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { fetchAllPages, measureBytes } from '../measure-bytes.ts';
import { createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/*
 * A feed filled to every limit: posts and comments of the maximum length, in characters of four bytes and in characters that JSON escapes with six.
 */

const site = await openSite();
const measured = await measureBytes(site);
const wide = '😀';
const escaped = '\u0001';
const [postCount, commentsOnEach, likesOnEach] = [14, 12, 120];
/** The bytes that one request may read from the database: the response, a batch of posts, and little else. */
const readBytes = 8_000_000;
/** The bytes that one statement may read, except through `db.large`. */
const smallBytes = 120_000;

let people: TestMember[];
let ada: TestMember;
let posts: string[];
/** A post with more comments than fit in one response. */
let busy: string;
let busyComments: string[];

beforeAll(async () => {
  people = await createMembers(site, likesOnEach);
  ada = people[0] as TestMember;
  posts = [];
  for (let index = 0; index < postCount; index++)
    posts.unshift(await fill((index % 2 ? wide : escaped).repeat(limits.postText), commentsOnEach));
  busy = posts[0] as string;
  busyComments = (await comment(busy, 140)).toReversed();
}, 60_000);

async function fill(text: string, comments: number): Promise<string> {
  const id = newId();
  await site.db
    .run`insert into posts (id, user_id, text, like_count, created_at) values (${id}, ${ada._id}, ${text}, ${people.length}, ${Date.now()})`;
  await site.db.transaction(async (tx) => {
    for (const { _id } of people)
      await tx.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${id}, ${_id}, ${Date.now()})`;
  });
  await comment(id, comments);
  return id;
}

/** Returns the ids, oldest first. */
async function comment(post: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await site.db.transaction(async (tx) => {
    for (const [index, id] of ids.entries())
      await tx.run`
        insert into comments (id, post_id, user_id, text, created_at)
        values (${id}, ${post}, ${ada._id}, ${(index % 2 ? wide : escaped).repeat(limits.commentText)}, ${Date.now()})`;
    await tx.run`update posts set comment_count = comment_count + ${count}, cache_version = cache_version + 1 where id = ${post}`;
  });
  return ids;
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const idsOf = (list: Array<{ _id: string }>) => list.map(({ _id }) => _id);
const total = async (table: 'comment' | 'like') =>
  (await site.db.get<{ like_count: number; comment_count: number }>`select like_count, comment_count from posts where id = ${busy}`)?.[
    `${table}_count`
  ];

describe('the feed', () => {
  test.for(['', '&embed=', '&embed=likes', '&embed=comments'])(
    'limits the bytes of a page and omits no post (limit=100%s)',
    async (embed) => {
      const pages = await fetchAllPages(ada, `/api/posts?limit=100${embed}`);
      expect(pages.length).toBeGreaterThan(1);
      for (const { raw } of pages) expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.listBytes);
      expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(posts);
      const again = await fetchAllPages(ada, `/api/posts?limit=100${embed}`);
      expect(again.map(({ raw }) => raw.length)).toEqual(pages.map(({ raw }) => raw.length));
    },
  );

  test('marks the liked posts of a truncated page', async () => {
    const viewer = people[1] as TestMember;
    await viewer.put(`/api/posts/unlike/${posts[1]}`);
    const pages = await fetchAllPages(viewer, '/api/posts?limit=100');
    expect(pages.flatMap(({ body }) => body.map(({ viewer }: Post) => viewer.liked))).toEqual(posts.map((id) => id !== posts[1]));
    await viewer.put(`/api/posts/like/${posts[1]}`);
  });

  test('reads a limited number of bytes from the database', async () => {
    const { response, read, largest } = await measured(ada.token, (client) => client.get('/api/posts?limit=100'));
    expect(response.status).toBe(200);
    expect(read).toBeLessThan(readBytes);
    expect(largest).toBeLessThan(smallBytes);
  });
});

test('a post embeds its newest comments and likes within their limits, with exact counts', async () => {
  const { response, sent, read } = await measured(ada.token, (client) => client.get(`/api/posts/${busy}`));
  const { comments, likes, commentCount, likeCount } = response.body;
  expect([commentCount, likeCount]).toEqual([busyComments.length + commentsOnEach, people.length]);
  expect(likes).toHaveLength(limits.embedded);
  expect(comments.length).toBeGreaterThan(0);
  expect(bytesOf(comments)).toBeLessThanOrEqual(limits.embeddedBytes);
  expect(idsOf(comments)).toEqual(busyComments.slice(0, comments.length));
  expect(sent).toBeLessThan(limits.listBytes);
  expect(read).toBeLessThan(limits.listBytes);
});

describe('the comments of a post', () => {
  test.for([1, 7, 100])('are all listed, newest first, at most %i per page', async (limit) => {
    const pages = await fetchAllPages(ada, `/api/posts/${busy}/comments?limit=${limit}`);
    for (const { raw, body } of pages) {
      expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(limits.listBytes);
      expect(body.length).toBeLessThanOrEqual(limit);
    }
    const ids = pages.flatMap(({ body }) => idsOf(body));
    expect(ids.slice(0, busyComments.length)).toEqual(busyComments);
    expect(new Set(ids).size).toBe(busyComments.length + commentsOnEach);
  });

  test('are listed oldest first on request', async () => {
    const newest = (await fetchAllPages(ada, `/api/posts/${busy}/comments?limit=100&order=newest`)).flatMap(({ body }) => idsOf(body));
    const oldest = (await fetchAllPages(ada, `/api/posts/${busy}/comments?limit=100&order=oldest`)).flatMap(({ body }) => idsOf(body));
    expect(oldest).toEqual(newest.toReversed());
  });

  test('are not read from the database beyond the comments that are sent', async () => {
    for (const order of ['newest', 'oldest']) {
      const { response, read, largest } = await measured(ada.token, (client) =>
        client.get(`/api/posts/${busy}/comments?limit=100&order=${order}`),
      );
      expect(response.status).toBe(200);
      expect(read).toBeLessThan(2 * limits.listBytes);
      expect(largest).toBeLessThan(smallBytes);
    }
  });
});

test('all likes of a post are listed, newest first', async () => {
  const pages = await fetchAllPages(ada, `/api/posts/${busy}/likes?limit=50`);
  expect(pages.map(({ body }) => body.length)).toEqual([50, 50, 20]);
  const ids = pages.flatMap(({ body }) => idsOf(body));
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
});

test('empty lists have one empty page', async () => {
  const id = await writePost(ada);
  for (const list of ['comments', 'likes']) {
    const { body, headers } = await ada.get(`/api/posts/${id}/${list}`);
    expect({ body, link: headers.link }).toEqual({ body: [], link: undefined });
  }
  await ada.delete(`/api/posts/${id}`);
});

describe.for(['comments', 'likes'])('GET /api/posts/:id/%s', (list) => {
  test('returns 401 to a visitor', async () => {
    expect(await clientOf(site).get(`/api/posts/${busy}/${list}`)).toMatchObject(errorResponse(401, 'No token, authorization denied'));
  });

  test('returns 404 for a post that does not exist', async () => {
    for (const id of [unknownId, ...malformedIds])
      expect(await ada.get(`/api/posts/${encodeURIComponent(id)}/${list}`), id).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('returns 400 for a malformed cursor, limit or order', async () => {
    for (const cursor of ['x', unknownId, `${'A'.repeat(22)}A`, `${'A'.repeat(21)}B`, '%00'])
      expect(await ada.get(`/api/posts/${busy}/${list}?cursor=${cursor}`), cursor).toMatchObject({ status: 400 });
    for (const query of ['limit=0', 'limit=101', 'limit=x', ...(list === 'comments' ? ['order=random', 'order='] : [])])
      expect(await ada.get(`/api/posts/${busy}/${list}?${query}`), query).toMatchObject({ status: 400 });
  });
});

describe('a write', () => {
  test('of a comment returns the newest comments and the exact total', async () => {
    const key = { 'idempotency-key': 'list-bytes' };
    const add = () =>
      measured(ada.token, (client) => client.post(`/api/posts/comment/${busy}`, { text: `"${wide.repeat(limits.commentText - 1)}` }, key));
    const before = Number(await total('comment'));
    for (const { response, sent, read } of [await add(), await add()]) {
      expect(response.headers['x-total-count']).toBe(String(before + 1));
      expect(sent).toBeLessThanOrEqual(limits.embeddedBytes);
      expect(read).toBeLessThan(limits.listBytes);
      expect(idsOf(response.body).slice(1)).toEqual(busyComments.slice(0, response.body.length - 1));
      expect(response.body.length).toBeGreaterThan(1);
    }
    const [mine] = (await ada.get(`/api/posts/${busy}/comments?limit=1`)).body;
    const { response, sent } = await measured(ada.token, (client) => client.delete(`/api/posts/comment/${busy}/${mine._id}`));
    expect(response.headers['x-total-count']).toBe(String(before));
    expect(sent).toBeLessThanOrEqual(limits.embeddedBytes);
    expect(idsOf(response.body)).toEqual(busyComments.slice(0, response.body.length));
    expect(await total('comment')).toBe(before);
  });

  test('of a like returns the newest likes and the exact total', async () => {
    for (const [act, count] of [
      ['unlike', people.length - 1],
      ['unlike', people.length - 1],
      ['like', people.length],
      ['like', people.length],
    ] as const) {
      const { body, headers } = await ada.put(`/api/posts/${act}/${busy}`);
      expect([body.length, headers['x-total-count']]).toEqual([limits.embedded, String(count)]);
      expect(await total('like')).toBe(count);
    }
  });

  test('that leaves an empty list returns a total of 0', async () => {
    const id = await writePost(ada);
    const { body, headers } = await ada.put(`/api/posts/unlike/${id}`);
    expect({ body, total: headers['x-total-count'] }).toEqual({ body: [], total: '0' });
    await ada.delete(`/api/posts/${id}`);
  });

  test('that repeats a post returns it within the response limits', async () => {
    const key = { 'idempotency-key': 'list-bytes' };
    const id = (await ada.post('/api/posts', { text: '"'.repeat(limits.postText - 1) + wide }, key)).body._id;
    await comment(id, 20);
    const { response, sent } = await measured(ada.token, (client) => client.post('/api/posts', { text: 'Again' }, key));
    expect(response.body).toMatchObject({ _id: id, commentCount: 20 });
    expect(bytesOf(response.body.comments)).toBeLessThanOrEqual(limits.embeddedBytes);
    expect(sent).toBeLessThan(limits.listBytes);
    await ada.delete(`/api/posts/${id}`);
  });
});

test('an export streams all comments of a member', async () => {
  const { body } = await ada.get('/api/users/me/data');
  expect(idsOf(body.comments)).toEqual(expect.arrayContaining(busyComments));
});
