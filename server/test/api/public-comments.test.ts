import { expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, unknownId, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const ada = await createMember(site, 'Ada');
const bob = await createMember(site, 'Bob');

const publish = async (fields: object = {}): Promise<string> =>
  (await ada.post('/api/posts', { text: 'Hello', visibility: 'public', ...fields })).body._id;

const comment = async (post: string, fields: object = {}, by = bob) =>
  (await by.post(`/api/posts/comment/${post}`, { text: 'Said', visibility: 'public', ...fields })).body[0];

const change = (post: string, id: string, fields: object, by = bob) =>
  by.patch(`/api/posts/comment/${post}/${id}`, { text: 'Said', version: 1, ...fields });

const setPost = async (post: string, fields: object) => {
  const { status, raw } = await ada.patch(`/api/posts/${post}`, { version: 1, ...fields });
  expect(status, raw).toBe(200);
};

/** Returns the ids of the comments that visitors read, and the number that they see. */
async function shown(post: string): Promise<{ ids: string[]; count: number }> {
  const [comments, threads, one, list] = await Promise.all(
    [`/api/posts/${post}/comments`, `/api/posts/${post}/threads`, `/api/posts/${post}`, '/api/posts/public?limit=100'].map((url) =>
      visitor.get(url),
    ),
  );
  const ids = comments?.body.flatMap(({ _id, text }: { _id: string; text?: string }) => (text === undefined ? [] : [_id])).sort();
  const listed = threads?.body.flatMap((thread: { comment: object; replies: object[] }) => [thread.comment, ...thread.replies]);
  expect(listed.flatMap(({ _id, text }: { _id: string; text?: string }) => (text === undefined ? [] : [_id])).sort()).toEqual(ids);
  expect(list?.body.find(({ _id }: { _id: string }) => _id === post).commentCount).toBe(one?.body.commentCount);
  return { ids, count: one?.body.commentCount };
}

const nothing = { ids: [], count: 0 };

test('a comment is for members unless the request says public', async () => {
  const post = await publish();
  for (const visibility of [undefined, '', 'members']) expect((await comment(post, { visibility })).visibility).toBe('members');
  expect(await shown(post)).toEqual(nothing);
  expect((await ada.get(`/api/posts/${post}`)).body).toMatchObject({ commentCount: 3, commentsVisibility: 'public' });
  expect(await bob.post(`/api/posts/comment/${post}`, { text: 'Said', visibility: 'everyone' })).toMatchObject(
    errorResponse(400, 'Visibility must be members or public', 'visibility'),
  );
});

test('visitors read public comments with their authors, without the state of a viewer', async () => {
  const post = await publish();
  await comment(post, { visibility: 'members' });
  const { _id } = await comment(post, { text: 'For **all**' });
  await ada.put(`/api/comments/${_id}/like`);
  for (const { body, status, headers } of [await visitor.get(`/api/posts/${post}/comments`)]) {
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ...{ _id, text: 'For **all**', html: expect.stringContaining('<strong>'), format: 'markdown', version: 1, visibility: 'public' },
        ...{ name: 'Bob', avatar: expect.any(String), user: bob._id, likeCount: 1, date: expect.any(String) },
      },
    ]);
    expect((await visitor.get(`/api/posts/${post}/comments`, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  }
  expect((await visitor.get(`/api/posts/${post}/threads`)).body).toMatchObject([{ comment: { _id }, replies: [], replyCount: 0 }]);
  expect((await visitor.get(`/api/posts/${post}`)).body).toMatchObject({ comments: [], commentCount: 1 });
  expect((await ada.get(`/api/posts/${post}/comments`)).body[0]).toMatchObject({ visibility: 'public', viewer: { liked: true } });
});

test('a comment on a post for members is for members, also after the post becomes public', async () => {
  const post = await writePost(ada);
  expect((await comment(post)).visibility).toBe('members');
  await setPost(post, { visibility: 'public' });
  expect(await shown(post)).toEqual(nothing);
});

test('visitors read a reply only below comments that they can read', async () => {
  const post = await publish();
  const [hidden, open] = [await comment(post, { visibility: 'members' }), await comment(post)];
  expect((await comment(post, { parent: hidden._id })).visibility).toBe('members');
  const reply = await comment(post, { parent: open._id }, ada);
  const below = await comment(post, { parent: reply._id });
  const secret = await comment(post, { parent: open._id, visibility: 'members' });
  expect(await shown(post)).toEqual({ ids: [open._id, reply._id, below._id].sort(), count: 3 });
  const replies = (await visitor.get(`/api/comments/${open._id}/replies`)).body;
  expect(replies.map(({ _id }: { _id: string }) => _id)).toEqual([reply._id, below._id]);
  expect((await visitor.get(`/api/posts/${post}/threads`)).body).toMatchObject([{ replyCount: 2 }]);
  expect(await visitor.get(`/api/comments/${secret._id}/replies`)).toMatchObject({ status: 401 });
  // The one in the middle closes the one below, and opens it again.
  expect((await change(post, reply._id, { visibility: 'members' }, ada)).body).toMatchObject({ visibility: 'members', version: 1 });
  expect(await shown(post)).toEqual({ ids: [open._id], count: 1 });
  expect((await ada.get(`/api/posts/${post}/comments?order=oldest`)).body.at(-2)).toMatchObject({ _id: below._id, visibility: 'members' });
  expect((await change(post, below._id, { visibility: 'public' })).body.visibility).toBe('members');
  await change(post, reply._id, { visibility: 'public' }, ada);
  expect(await shown(post)).toEqual({ ids: [open._id, reply._id, below._id].sort(), count: 3 });
});

test('closing a post closes its comments, and reopening it restores them', async () => {
  const post = await publish();
  const [hidden, open] = [await comment(post, { visibility: 'members' }), await comment(post)];
  const before = await shown(post);
  expect(before).toEqual({ ids: [open._id], count: 1 });
  await setPost(post, { visibility: 'members' });
  for (const url of [`/api/posts/${post}/comments`, `/api/posts/${post}/threads`, `/api/comments/${open._id}/replies`])
    expect((await visitor.get(url)).status, url).toBe(401);
  expect((await comment(post)).visibility).toBe('members');
  expect((await change(post, hidden._id, { visibility: 'public' })).body.visibility).toBe('members');
  await setPost(post, { visibility: 'public' });
  expect(await shown(post)).toEqual(before);
});

test('the author of a post keeps its comments for members', async () => {
  const post = await publish();
  const [open, other] = [await comment(post), await comment(post)];
  const before = await visitor.get(`/api/posts/${post}/threads`);
  await setPost(post, { commentsVisibility: 'members' });
  expect(await shown(post)).toEqual(nothing);
  expect((await visitor.get(`/api/posts/${post}/threads`, { 'if-none-match': before.headers.etag ?? '' })).body).toEqual([]);
  expect((await visitor.get(`/api/posts/${post}/threads?limit=1`)).headers).not.toHaveProperty('link');
  expect((await visitor.get(`/api/comments/${open._id}/replies`)).status).toBe(401);
  expect((await comment(post)).visibility).toBe('members');
  expect((await visitor.get(`/api/posts/${post}`)).body).toMatchObject({ visibility: 'public', commentsVisibility: 'members' });
  await setPost(post, { commentsVisibility: '' });
  expect(await shown(post)).toEqual(nothing);
  await setPost(post, { commentsVisibility: 'public' });
  expect(await shown(post)).toEqual({ ids: [open._id, other._id], count: 2 });
  const closed = await publish({ commentsVisibility: 'members' });
  expect((await comment(closed)).visibility).toBe('members');
  expect(await ada.post('/api/posts', { text: 'Hello', commentsVisibility: 'none' })).toMatchObject(
    errorResponse(400, 'Comments visibility must be members or public', 'commentsVisibility'),
  );
});

test('the author of a comment changes who can read it without a new version', async () => {
  const post = await publish();
  const { _id } = await comment(post, { visibility: 'members' });
  expect((await change(post, _id, { visibility: 'public' })).body).toMatchObject({ visibility: 'public', version: 1 });
  expect((await shown(post)).ids).toEqual([_id]);
  expect((await change(post, _id, {})).body.visibility).toBe('public');
  expect((await change(post, _id, { visibility: 'members', text: 'Changed' })).body).toMatchObject({ visibility: 'members', version: 2 });
  expect(await shown(post)).toEqual(nothing);
  expect((await change(post, _id, { visibility: 'public' })).status).toBe(409);
  expect((await change(post, _id, { visibility: 'public', version: 2 }, ada)).status).toBe(403);
  expect((await visitor.patch(`/api/posts/comment/${post}/${_id}`, { text: 'x', version: 2, visibility: 'public' })).status).toBe(401);
  expect(await shown(post)).toEqual(nothing);
});

test('returns 403 when another member keeps the comments of a post for members', async () => {
  const post = await publish();
  expect((await bob.patch(`/api/posts/${post}`, { commentsVisibility: 'members', version: 1 })).status).toBe(403);
  expect((await ada.get(`/api/posts/${post}`)).body.commentsVisibility).toBe('public');
});

test('a deleted public comment leaves its public replies below a placeholder, and one for members hides them', async () => {
  const post = await publish();
  const [open, closed] = [await comment(post), await comment(post)];
  const reply = await comment(post, { parent: open._id }, ada);
  await comment(post, { parent: closed._id }, ada);
  await change(post, closed._id, { visibility: 'members' });
  for (const { _id } of [open, closed]) await bob.delete(`/api/posts/comment/${post}/${_id}`);
  expect(await shown(post)).toEqual({ ids: [reply._id], count: 1 });
  expect((await visitor.get(`/api/posts/${post}/threads`)).body).toMatchObject([{ comment: { _id: open._id, isDeleted: true } }]);
  // Also for a later change below the placeholder.
  expect((await change(post, reply._id, { visibility: 'members' }, ada)).body.visibility).toBe('members');
  expect((await change(post, reply._id, { visibility: 'public' }, ada)).body.visibility).toBe('public');
  expect((await shown(post)).ids).toEqual([reply._id]);
});

test('visitors cannot tell a comment for members from one that never existed', async () => {
  const post = await publish();
  const { _id } = await comment(post, { visibility: 'members' });
  const onMembers = (await comment(await writePost(ada))) as { _id: string };
  for (const path of [`/api/comments/ID/replies`, `/api/posts/${post}/threads?around=ID`, '/api/comments/ID/revisions']) {
    const answers = await Promise.all([_id, onMembers._id, unknownId].map((id) => visitor.get(path.replace('ID', id))));
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size, path).toBe(1);
    expect(answers[0]?.status, path).toBeGreaterThanOrEqual(401);
  }
});

test('pages for visitors have the same length whether or not there are comments for members', async () => {
  const post = await publish();
  for (let index = 0; index < 3; index++) {
    await comment(post, { visibility: 'members' });
    await comment(post);
  }
  for (const path of ['comments', 'threads']) {
    const lengths: number[] = [];
    for (let url: string | undefined = `/api/posts/${post}/${path}?limit=2`; url; ) {
      const { body, headers } = await visitor.get(url);
      lengths.push(body.length);
      url = /<(.*)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(lengths, path).toEqual([2, 1]);
  }
});

test('history and likes of a public comment stay with the members', async () => {
  const post = await publish();
  const { _id } = await comment(post);
  await change(post, _id, { text: 'Changed' });
  expect((await bob.get(`/api/comments/${_id}/revisions`)).status).toBe(200);
  expect((await visitor.get(`/api/comments/${_id}/revisions`)).status).toBe(401);
  expect((await visitor.put(`/api/comments/${_id}/like`)).status).toBe(401);
  expect((await visitor.get('/api/search?type=comments&q=Changed')).status).toBe(401);
});

test('the score of a public post does not count the authors of comments for members', async () => {
  const post = await publish();
  await comment(post, { visibility: 'members' });
  await runRecurring(site, 'posts.top');
  const score = () => site.db.get`select score from top_posts where period = 'public' and post_id = ${post}`;
  expect(await score()).toBeUndefined();
  expect(await site.db.get`select score from top_posts where period = 'year' and post_id = ${post}`).toBeDefined();
  await comment(post);
  await runRecurring(site, 'posts.top');
  expect(await score()).toBeDefined();
});

test('a repeated request with the same idempotency key does not change who can read a comment', async () => {
  const post = await publish();
  const send = (visibility: string) =>
    bob.post(`/api/posts/comment/${post}`, { text: 'Once', visibility }, { 'idempotency-key': 'public-comment' });
  await send('members');
  expect((await send('public')).body[0].visibility).toBe('members');
});

test('the data download contains the visibility of comments', async () => {
  const post = await publish({ commentsVisibility: 'members' });
  const other = await publish();
  const { _id } = await comment(other);
  const data = (await bob.get('/api/users/me/data')).body;
  expect(data.comments.find((one: { _id: string }) => one._id === _id)).toMatchObject({ visibility: 'public' });
  const { posts } = (await ada.get('/api/users/me/data')).body;
  expect(posts.find((one: { _id: string }) => one._id === post)).toMatchObject({ commentsVisibility: 'members' });
});
