import { beforeAll, describe, expect, test } from 'vitest';
import { errorResponse } from '../client.ts';
import { createMember, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
let id: string;
beforeAll(async () => {
  [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
  id = await writePost(ada);
});
const commentsOn = async (post: string) => {
  const { comments, commentCount } = (await ada.get(`/api/posts/${post}`)).body;
  expect(commentCount).toBe(comments.length);
  return comments;
};

test('adding a comment returns the list, newest first', async () => {
  const post = await writePost(ada);
  await grace.post(`/api/posts/comment/${post}`, { text: '\nFirst ' });
  const { status, body } = await ada.post(`/api/posts/comment/${post}`, { text: 'Second' });
  expect(status).toBe(200);
  expect(body.map(({ text }: { text: string }) => text)).toEqual(['Second', 'First']);
  expect(body[1]).toEqual({
    _id: expect.any(String),
    text: 'First',
    html: '<p>First</p>\n',
    format: 'markdown',
    version: 1,
    visibility: 'members',
    likeCount: 0,
    name: 'Grace',
    avatar: `/api/avatars/${grace._id}`,
    user: grace._id,
    date: expect.stringMatching(/Z$/),
  });
  expect(await commentsOn(post)).toEqual(body);
});

test.for([{}, { text: '' }, { text: '\t\u2060 ' }])('adding a comment returns 400 without text: %j', async (body) => {
  expect(await ada.post(`/api/posts/comment/${id}`, body)).toMatchObject(errorResponse(400, 'Text is required', 'text'));
  expect(await commentsOn(id)).toEqual([]);
});

test('adding a comment returns 404 for a post that does not exist', async () => {
  for (const none of [unknownId, ...malformedIds]) {
    expect(await ada.post(`/api/posts/comment/${encodeURIComponent(none)}`, { text: 'Lost' }), none).toMatchObject(
      errorResponse(404, 'Post not found'),
    );
  }
});

test('40 concurrent comments are all stored', async () => {
  const post = await writePost(ada);
  const texts = Array.from({ length: 40 }, (_, index) => `Number ${index}`);
  await Promise.all(texts.map((text, index) => (index % 2 ? ada : grace).post(`/api/posts/comment/${post}`, { text })));
  expect((await commentsOn(post)).map(({ text }: { text: string }) => text).toSorted()).toEqual(texts.toSorted());
});

test('a repeated Idempotency-Key adds no comment for the same member and post', async () => {
  const [post, other] = [await writePost(ada), await writePost(ada)];
  const keyed = (author: TestMember, on: string) => author.post(`/api/posts/comment/${on}`, { text: 'Once' }, { 'idempotency-key': 'key' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(ada, post)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await commentsOn(post)).toHaveLength(1);
  await keyed(grace, post);
  await keyed(ada, other);
  expect([(await commentsOn(post)).length, (await commentsOn(other)).length]).toEqual([2, 1]);
});

test('a repeated Idempotency-Key returns the stored comment after the post was closed and the parent deleted', async () => {
  const post = await writePost(ada);
  const [{ _id: parent }] = (await ada.post(`/api/posts/comment/${post}`, { text: 'Parent' })).body;
  const send = (key: string) => grace.post(`/api/posts/comment/${post}`, { text: 'Reply', parent }, { 'idempotency-key': key });
  await send('first');
  await ada.delete(`/api/posts/comment/${post}/${parent}`);
  await ada.patch(`/api/posts/${post}`, { commentsClosed: true, version: 1 });
  expect(await send('first')).toMatchObject({ status: 200, body: [{ text: 'Reply', parent }] });
  expect((await send('second')).status).toBe(403);
  expect(await commentsOn(post)).toHaveLength(1);
});

describe('deleting a comment', () => {
  let post: string;
  let comments: Array<{ _id: string; text: string }>;
  beforeAll(async () => {
    post = await writePost(ada);
    for (const text of ['Stays', 'Goes', 'Stays too']) comments = (await grace.post(`/api/posts/comment/${post}`, { text })).body;
  });
  const commentId = () => comments[1]?._id;

  test('returns 403 to another member, including the author of the post', async () => {
    expect(await ada.delete(`/api/posts/comment/${post}/${commentId()}`)).toMatchObject(errorResponse(403, 'User not authorized'));
    expect(await commentsOn(post)).toEqual(comments);
  });

  test('returns 404 under another post', async () => {
    expect(await grace.delete(`/api/posts/comment/${id}/${commentId()}`)).toMatchObject(errorResponse(404, 'Comment does not exist'));
    expect(await commentsOn(post)).toEqual(comments);
  });

  test('returns 404 under a post that does not exist', async () => {
    expect(await grace.delete(`/api/posts/comment/${unknownId}/${commentId()}`)).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('returns 404 for a comment that does not exist', async () => {
    for (const none of [unknownId, ...malformedIds]) {
      expect(await grace.delete(`/api/posts/comment/${post}/${encodeURIComponent(none)}`), none).toMatchObject(
        errorResponse(404, 'Comment does not exist'),
      );
    }
  });

  test('returns the remaining comments, newest first', async () => {
    const { status, body } = await grace.delete(`/api/posts/comment/${post}/${commentId()}`);
    expect({ status, body }).toEqual({ status: 200, body: [comments[0], comments[2]] });
    expect(await commentsOn(post)).toEqual(body);
    expect(await grace.delete(`/api/posts/comment/${post}/${commentId()}`)).toMatchObject(errorResponse(404, 'Comment does not exist'));
  });

  test('several times concurrently decrements the count once', async () => {
    const [{ _id }] = (await grace.post(`/api/posts/comment/${id}`, { text: 'Twice' })).body;
    const answers = await Promise.all([0, 1, 2, 3].map(() => grace.delete(`/api/posts/comment/${id}/${_id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(await commentsOn(id)).toEqual([]);
  });
});
