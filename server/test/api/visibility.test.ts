import { expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, malformedIds, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const ada = await createMember(site, 'Ada');
const bob = await createMember(site, 'Bob');

const publish = async (fields: object = {}) =>
  (await ada.post('/api/posts', { text: 'Hello, world', visibility: 'public', ...fields })).body;

test('a post without the field is for members, and says so', async () => {
  const id = await writePost(ada);
  expect((await ada.get(`/api/posts/${id}`)).body.visibility).toBe('members');
  expect((await bob.get('/api/posts?limit=1')).body[0].visibility).toBe('members');
});

test.for([['everyone'], ['Public'], ['members,public']])('returns 400 for the visibility %j', async ([visibility]) => {
  expect(await ada.post('/api/posts', { text: 'Hello', visibility })).toMatchObject(
    errorResponse(400, 'Visibility must be members or public', 'visibility'),
  );
});

test('an empty visibility is the default of a new post, and no change of another', async () => {
  const { _id } = await publish({ visibility: '' });
  expect((await visitor.get(`/api/posts/${_id}`)).status).toBe(401);
  await ada.patch(`/api/posts/${_id}`, { visibility: 'public', version: 1 });
  expect((await ada.patch(`/api/posts/${_id}`, { visibility: '', version: 1 })).body.visibility).toBe('public');
});

test('visitors read a public post with the number of its public comments, without its comments and likes', async () => {
  const post = await publish({ title: 'Open' });
  await bob.put(`/api/posts/like/${post._id}`);
  for (const visibility of ['public', 'members']) await bob.post(`/api/posts/comment/${post._id}`, { text: 'A comment', visibility });
  const { status, body, headers } = await visitor.get(`/api/posts/${post._id}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...post, likes: [], comments: [], likeCount: 1, commentCount: 1, viewer: { liked: false, bookmarked: false } },
  });
  expect(await visitor.get(`/api/posts/${post._id}`, { 'if-none-match': headers.etag as string })).toMatchObject({ status: 304 });
  expect((await bob.get(`/api/posts/${post._id}`)).body).toMatchObject({
    commentCount: 2,
    comments: [{ text: 'A comment' }, {}],
    viewer: { liked: true },
  });
});

test('a visitor gets the same response for a post of members, a deleted one and ids without a post', async () => {
  const [members, deleted] = [await writePost(ada), (await publish())._id];
  await ada.delete(`/api/posts/${deleted}`);
  const answers = await Promise.all([members, deleted, unknownId, ...malformedIds].map((id) => visitor.get(`/api/posts/${id}`)));
  expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(401);
});

test('returns 401 for a public post with a token that is not valid', async () => {
  const { _id } = await publish();
  expect((await clientOf(site, 'x'.repeat(43)).get(`/api/posts/${_id}`)).status).toBe(401);
});

test('likes and revisions of a public post, and its comments for members, stay with the members', async () => {
  const { _id, version } = await publish();
  await ada.patch(`/api/posts/${_id}`, { text: 'Changed', version });
  const comment = (await bob.post(`/api/posts/comment/${_id}`, { text: 'A comment' })).body[0]._id;
  const paths = ['likes', 'revisions'].map((list) => `/api/posts/${_id}/${list}`);
  for (const path of [...paths, `/api/comments/${comment}/replies`, '/api/posts']) {
    expect((await bob.get(path)).status, path).toBe(200);
    expect((await visitor.get(path)).status, path).toBe(401);
  }
  for (const list of ['comments', 'threads']) expect((await visitor.get(`/api/posts/${_id}/${list}`)).body, list).toEqual([]);
});

test('a visitor can neither like nor comment on a public post', async () => {
  const { _id } = await publish();
  expect((await visitor.put(`/api/posts/like/${_id}`)).status).toBe(401);
  expect((await visitor.post(`/api/posts/comment/${_id}`, { text: 'Hi' })).status).toBe(401);
  expect((await visitor.get(`/api/posts/${_id}`)).body).toMatchObject({ likeCount: 0, commentCount: 0 });
});

test('the author changes the visibility without a new version, at once for everyone', async () => {
  const { _id } = await publish();
  const hide = await ada.patch(`/api/posts/${_id}`, { visibility: 'members', version: 1 });
  expect(hide).toMatchObject({ status: 200, body: { visibility: 'members', version: 1 } });
  expect((await visitor.get(`/api/posts/${_id}`)).status).toBe(401);
  expect((await ada.get(`/api/posts/${_id}/revisions`)).body).toEqual([]);
  await ada.patch(`/api/posts/${_id}`, { visibility: 'public', text: 'New text', version: 1 });
  expect((await visitor.get(`/api/posts/${_id}`)).body).toMatchObject({ visibility: 'public', text: 'New text', version: 2 });
  await ada.patch(`/api/posts/${_id}`, { text: 'Newer text', version: 2 });
  expect((await visitor.get(`/api/posts/${_id}`)).body).toMatchObject({ visibility: 'public', text: 'Newer text' });
});

test('returns 409 and changes nothing when the visibility is changed from an earlier version', async () => {
  const { _id } = await publish();
  await ada.patch(`/api/posts/${_id}`, { text: 'Second', version: 1 });
  const conflict = await ada.patch(`/api/posts/${_id}`, { visibility: 'members', version: 1 });
  expect(conflict).toMatchObject({ status: 409, body: { current: { visibility: 'public', version: 2 } } });
  expect((await visitor.get(`/api/posts/${_id}`)).status).toBe(200);
});

test('returns 403 when another member changes the visibility', async () => {
  const id = await writePost(ada);
  expect((await bob.patch(`/api/posts/${id}`, { visibility: 'public', version: 1 })).status).toBe(403);
  expect((await visitor.get(`/api/posts/${id}`)).status).toBe(401);
  expect((await visitor.patch(`/api/posts/${id}`, { visibility: 'public', version: 1 })).status).toBe(401);
});

test('a repeated request with the same idempotency key does not change the visibility', async () => {
  const send = (visibility: string) => ada.post('/api/posts', { text: 'Once', visibility }, { 'idempotency-key': 'visibility' });
  expect((await send('members')).body._id).toBe((await send('public')).body._id);
  expect((await send('public')).body.visibility).toBe('members');
});

test('the data download contains the visibility', async () => {
  const { _id } = await publish();
  const { posts } = (await ada.get('/api/users/me/data')).body;
  expect(posts.find((post: { _id: string }) => post._id === _id)).toMatchObject({ visibility: 'public', publishedAt: expect.any(String) });
});
