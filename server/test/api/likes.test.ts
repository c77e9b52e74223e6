import { beforeAll, expect, test } from 'vitest';
import { errorResponse, send } from '../client.ts';
import { createMember, createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
let id: string;
beforeAll(async () => {
  [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
  id = await writePost(ada);
});
const likesOf = async (post: string) => {
  const { likes, likeCount } = (await ada.get(`/api/posts/${post}`)).body;
  expect(likeCount).toBe(likes.length);
  return likes.map(({ user }: { user: string }) => user);
};

test('liking returns all likes, newest first', async () => {
  const post = await writePost(ada);
  expect((await grace.put(`/api/posts/like/${post}`)).body).toEqual([{ _id: expect.any(String), user: grace._id }]);
  const { status, body } = await ada.put(`/api/posts/like/${post}`);
  expect({ status, users: body.map(({ user }: { user: string }) => user) }).toEqual({ status: 200, users: [ada._id, grace._id] });
  expect(await likesOf(post)).toEqual([ada._id, grace._id]);
});

test('liking twice adds one like', async () => {
  const post = await writePost(ada);
  const first = await grace.put(`/api/posts/like/${post}`);
  expect(await grace.put(`/api/posts/like/${post}`)).toMatchObject({ status: 200, body: first.body });
  expect(await likesOf(post)).toEqual([grace._id]);
});

test('unliking removes only the like of the member', async () => {
  const post = await writePost(ada);
  await ada.put(`/api/posts/like/${post}`);
  expect(await grace.put(`/api/posts/unlike/${post}`)).toMatchObject({ status: 200, body: [{ user: ada._id }] });
  expect(await ada.put(`/api/posts/unlike/${post}`)).toMatchObject({ status: 200, body: [] });
  expect(await ada.put(`/api/posts/unlike/${post}`)).toMatchObject({ status: 200, body: [] });
  expect(await likesOf(post)).toEqual([]);
});

test('a like as a resource returns the count and the state of the member', async () => {
  const post = await writePost(ada);
  const liked = (likeCount: number) => ({ status: 200, body: { likeCount, viewer: { liked: true } } });
  expect(await ada.put(`/api/posts/${post}/like`)).toMatchObject(liked(1));
  for (const times of [1, 2]) expect(await grace.put(`/api/posts/${post}/like`), String(times)).toMatchObject(liked(2));
  expect(await likesOf(post)).toEqual([grace._id, ada._id]);
  for (const times of [1, 2])
    expect(await ada.delete(`/api/posts/${post}/like`), String(times)).toMatchObject({
      status: 200,
      body: { likeCount: 1, viewer: { liked: false } },
    });
  expect(await grace.put(`/api/posts/like/${post}`)).toMatchObject({ body: [{ user: grace._id }], headers: { 'x-total-count': '1' } });
  expect(await likesOf(post)).toEqual([grace._id]);
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await send(site.app, { method, url: `/api/posts/${post}/like` })).status).toBe(401);
    expect(await send(site.app, { method, url: `/api/posts/${unknownId}/like`, headers: { 'x-auth-token': ada.token } })).toMatchObject(
      errorResponse(404, 'Post not found'),
    );
  }
});

test.for(['like', 'unlike'])('%s returns 404 for a post that does not exist', async (action) => {
  for (const missing of [unknownId, ...malformedIds]) {
    expect(await ada.put(`/api/posts/${action}/${encodeURIComponent(missing)}`), missing).toMatchObject(
      errorResponse(404, 'Post not found'),
    );
  }
});

test('accepts an empty body with a JSON content type', async () => {
  for (const action of ['like', 'unlike']) {
    const headers = { 'x-auth-token': grace.token, 'content-type': 'application/json' };
    expect((await send(site.app, { method: 'PUT', url: `/api/posts/${action}/${id}`, headers })).status).toBe(200);
    expect((await send(site.app, { method: 'PUT', url: `/api/posts/${action}/${id}`, headers, payload: '' })).status).toBe(200);
    expect((await send(site.app, { method: 'PUT', url: `/api/posts/${action}/${id}`, headers, payload: '{}' })).status).toBe(200);
  }
});

// More concurrent writes could wait longer than 5 s for a connection of PostgreSQL on a busy machine, which is answered with 503.
test('60 concurrent likes of one member add one like', async () => {
  const post = await writePost(ada);
  const answers = await Promise.all(Array.from({ length: 60 }, () => grace.put(`/api/posts/like/${post}`)));
  expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, body: [{ user: grace._id }] });
  expect(await likesOf(post)).toEqual([grace._id]);
});

test('60 concurrent likes of 20 members are counted correctly', async () => {
  const post = await writePost(ada);
  const people = await createMembers(site, 20);
  const answers = await Promise.all([0, 1, 2].flatMap(() => people.map((person) => person.put(`/api/posts/like/${post}`))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await likesOf(post)).toSorted()).toEqual(people.map(({ _id }) => _id).toSorted());
});

test('concurrent likes and unlikes leave a count that matches the list', async () => {
  const post = await writePost(ada);
  const people = await createMembers(site, 20);
  const requests = people.flatMap((person) => [
    person.put(`/api/posts/like/${post}`),
    person.delete(`/api/posts/${post}/like`),
    person.put(`/api/posts/${post}/like`),
    person.put(`/api/posts/unlike/${post}`),
  ]);
  for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
  await likesOf(post);
});
