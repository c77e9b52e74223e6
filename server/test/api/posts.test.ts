import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientOf, errorResponse, send } from '../client.ts';
import { createMember, createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
});
const postCount = async () => (await site.db.get<{ count: number }>`select count(*) as count from posts`)?.count;

describe('creating a post', () => {
  test('returns the complete post', async () => {
    const { status, body } = await ada.post('/api/posts', { text: '\n  Hello, world \n' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        _id: expect.any(String),
        text: '  Hello, world',
        html: '<p>Hello, world</p>\n',
        format: 'markdown',
        version: 1,
        tags: [],
        visibility: 'members',
        commentsClosed: false,
        commentsVisibility: 'public',
        name: 'Ada',
        avatar: `/api/avatars/${ada._id}`,
        user: ada._id,
        likes: [],
        comments: [],
        likeCount: 0,
        commentCount: 0,
        date: expect.stringMatching(/^\d{4}-.*Z$/),
        viewer: { liked: false, bookmarked: false },
        pinned: false,
      },
    });
    expect((await grace.get(`/api/posts/${body._id}`)).body).toEqual(body);
    expect((await grace.get('/api/posts')).body[0]).toEqual(body);
  });

  test('works with and without the trailing slash', async () => {
    expect((await ada.post('/api/posts', { text: 'Without' })).status).toBe(200);
    expect((await ada.post('/api/posts/', { text: 'With' })).status).toBe(200);
    expect((await ada.get('/api/posts/')).body.slice(0, 2).map(({ text }: { text: string }) => text)).toEqual(['With', 'Without']);
  });

  test.for([{}, { text: '' }, { text: ' \u200b\ufeff\n' }])('returns 400 without text: %j', async (body) => {
    const before = await postCount();
    expect(await ada.post('/api/posts', body)).toMatchObject(errorResponse(400, 'Text is required', 'text'));
    expect(await postCount()).toBe(before);
  });

  test('ignores every property of the body except the text', async () => {
    const forged = {
      _id: unknownId,
      user: grace._id,
      name: 'Grace',
      avatar: 'x',
      likes: [{ user: grace._id }],
      likeCount: 99,
      viewer: { liked: true },
      date: '2000-01-01T00:00:00Z',
    };
    const { body } = await ada.post('/api/posts', { text: 'Mine', ...forged });
    expect(body).toMatchObject({ user: ada._id, name: 'Ada', likes: [], likeCount: 0, viewer: { liked: false } });
    expect(body._id).not.toBe(unknownId);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (author: TestMember, key: string, text: string) => author.post('/api/posts', { text }, { 'idempotency-key': key });

  test('makes a repeated request return the first post', async () => {
    const first = await keyed(ada, 'a-key', 'First');
    const before = await postCount();
    expect(await keyed(ada, 'a-key', 'Second')).toMatchObject({ status: 200, body: first.body });
    expect(await postCount()).toBe(before);
    expect((await keyed(ada, 'another-key', 'First')).body._id).not.toBe(first.body._id);
  });

  test('belongs to its member', async () => {
    const [adaPost, gracePost] = [await keyed(ada, 'shared', 'Mine'), await keyed(grace, 'shared', 'Hers')];
    expect([adaPost.body, gracePost.body]).toMatchObject([
      { user: ada._id, text: 'Mine' },
      { user: grace._id, text: 'Hers' },
    ]);
  });

  test('creates one post for 20 concurrent repeats', async () => {
    const before = (await postCount()) ?? 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(ada, 'at-once', 'Once')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await postCount()).toBe(before + 1);
  });

  test.for(['', ' ', 'two words', 'k'.repeat(limits.idempotencyKey + 1), 'clé'])('returns 400 if it is %j', async (key) => {
    const before = await postCount();
    expect(await keyed(ada, key, 'Keyed')).toMatchObject({ status: 400, body: { errors: [{ field: 'idempotency-key' }] } });
    expect(await postCount()).toBe(before);
  });

  test('can be as long as its limit', async () => {
    expect((await keyed(ada, 'k'.repeat(limits.idempotencyKey), 'Long key')).status).toBe(200);
  });
});

test.for([unknownId, ...malformedIds])('returns 404 for the post id %j', async (id) => {
  const url = `/api/posts/${encodeURIComponent(id)}`;
  for (const answer of [await ada.get(url), await ada.delete(url)]) expect(answer).toMatchObject(errorResponse(404, 'Post not found'));
});

describe('deleting a post', () => {
  test('deletes its likes and comments too', async () => {
    const id = await writePost(ada);
    await grace.put(`/api/posts/like/${id}`);
    await grace.post(`/api/posts/comment/${id}`, { text: 'Soon gone' });
    expect(await ada.delete(`/api/posts/${id}`)).toMatchObject({ status: 200, body: { msg: 'Post removed' } });
    expect(await ada.get(`/api/posts/${id}`)).toMatchObject(errorResponse(404, 'Post not found'));
    expect(await site.db.all`select id from likes where post_id = ${id}`).toEqual([]);
    expect(await site.db.all`select id from comments where post_id = ${id}`).toEqual([]);
    expect(await ada.delete(`/api/posts/${id}`)).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('returns 403 to another member and 401 to a visitor', async () => {
    const id = await writePost(ada);
    const before = (await ada.get(`/api/posts/${id}`)).body;
    expect(await grace.delete(`/api/posts/${id}`)).toMatchObject(errorResponse(403, 'User not authorized'));
    expect(await clientOf(site).delete(`/api/posts/${id}`)).toMatchObject({ status: 401 });
    expect((await ada.get(`/api/posts/${id}`)).body).toEqual(before);
  });

  test('during concurrent comments and likes leaves no orphaned rows', async () => {
    const people = await createMembers(site, 10);
    for (let round = 0; round < 5; round++) {
      const id = await writePost(ada);
      const acts = people.flatMap((person, index) => [
        person.post(`/api/posts/comment/${id}`, { text: 'Racing' }),
        person.put(`/api/posts/like/${id}`),
        ...(index === 5 ? [ada.delete(`/api/posts/${id}`)] : []),
      ]);
      for (const { status } of await Promise.all(acts)) expect([200, 404]).toContain(status);
    }
    expect(await site.db.all`select c.id from comments c left join posts p on p.id = c.post_id where p.id is null`).toEqual([]);
    expect(await site.db.all`select l.id from likes l left join posts p on p.id = l.post_id where p.id is null`).toEqual([]);
  });
});

describe('the feed', () => {
  let id: string;
  beforeAll(async () => {
    id = await writePost(ada, 'Much liked');
    const people = await createMembers(site, limits.embedded + 5);
    for (const person of [...people, grace]) expect((await person.put(`/api/posts/like/${id}`)).status).toBe(200);
    for (const person of people) expect((await person.post(`/api/posts/comment/${id}`, { text: `By ${person.name}` })).status).toBe(200);
  });
  const readNewest = async (viewer: TestMember, embed?: string) =>
    (await viewer.get(`/api/posts?limit=1${embed === undefined ? '' : `&embed=${embed}`}`)).body[0];

  test('embeds the newest likes and comments with exact counts', async () => {
    const post = await readNewest(grace);
    expect(post).toMatchObject({ likeCount: limits.embedded + 6, commentCount: limits.embedded + 5, viewer: { liked: true } });
    expect(post.likes).toEqual((await grace.get(`/api/posts/${id}/likes?limit=${limits.embedded}`)).body);
    const comments: Array<Record<string, unknown>> = (await grace.get(`/api/posts/${id}/comments?limit=${limits.embedded}`)).body;
    expect(post.comments).toEqual(comments.map(({ viewer, ...comment }) => comment));
    expect([post.likes.length, post.comments.length]).toEqual([limits.embedded, limits.embedded]);
    expect((await grace.get(`/api/posts/${id}`)).body).toEqual(post);
  });

  test('sets `viewer.liked` for the viewer who liked the post', async () => {
    expect([(await readNewest(grace)).viewer.liked, (await readNewest(ada)).viewer.liked]).toEqual([true, false]);
    expect([(await readNewest(grace, '')).viewer.liked, (await readNewest(ada, '')).viewer.liked]).toEqual([true, false]);
  });

  test.for([
    ['', 0, 0],
    ['likes', 100, 0],
    ['comments', 0, 100],
    ['likes,comments', 100, 100],
    ['comments,likes', 100, 100],
  ] as const)('embeds %j', async ([embed, likes, comments]) => {
    const post = await readNewest(ada, embed);
    expect([post.likes.length, post.comments.length]).toEqual([likes, comments]);
    expect(post).toMatchObject({ likeCount: limits.embedded + 6, commentCount: limits.embedded + 5 });
    expect((await ada.get(`/api/posts/${id}?embed=${embed}`)).body).toEqual(post);
  });

  test.for(['user', 'likes,user', 'likes,likes', ',', 'likes,'])('returns 400 for embed=%j', async (embed) => {
    for (const path of ['/api/posts', `/api/posts/${id}`])
      expect(await ada.get(`${path}?embed=${embed}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'embed' }] } });
  });

  test('supports HEAD', async () => {
    expect(await send(site.app, { method: 'HEAD', url: '/api/posts', headers: { 'x-auth-token': ada.token } })).toMatchObject({
      status: 200,
      raw: '',
    });
  });
});
