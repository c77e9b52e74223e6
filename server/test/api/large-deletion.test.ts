import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { newId } from '../../src/platform/id.ts';
import { retryJob } from '../../src/platform/jobs/admin.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf, errorResponse } from '../client.ts';
import { signUp, type TestMember, writePost } from '../members.ts';
import { openSite, runRecurring, withoutLoadShedding } from '../site.ts';

const site = await openSite(); // rows stay until the test runs the jobs
const { db } = site;

/** More rows than a batch deletes. */
const many = 700;

const insertPosts = (user: string, count: number) =>
  db.transaction(async (tx) => {
    const ids = Array.from({ length: count }, newId);
    for (const id of ids) await tx.run`insert into posts (id, user_id, text, created_at) values (${id}, ${user}, ${'Text'}, ${Date.now()})`;
    return ids;
  });

const insertLikes = (user: string, posts: string[]) =>
  db.transaction(async (tx) => {
    for (const post of posts) {
      await tx.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post}, ${user}, ${Date.now()})`;
      await tx.run`update posts set like_count = like_count + 1, cache_version = cache_version + 1 where id = ${post}`;
    }
  });

const insertComments = (user: string, post: string, count: number) =>
  db.transaction(async (tx) => {
    for (let index = 0; index < count; index++)
      await tx.run`
        insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${post}, ${user}, ${`Comment ${index}`}, ${Date.now()})`;
    await tx.run`update posts set comment_count = comment_count + ${count}, cache_version = cache_version + 1 where id = ${post}`;
  });

const rowsOf = async (user: string) => {
  const counts = await db.get<{ posts: number; comments: number; likes: number; users: number }>`
    select (select count(*) from posts where user_id = ${user}) as posts, (select count(*) from comments where user_id = ${user}) as comments,
      (select count(*) from likes where user_id = ${user}) as likes, (select count(*) from users where id = ${user}) as users`;
  return counts ?? { posts: -1, comments: -1, likes: -1, users: -1 };
};

describe('an account with more content than one request deletes', () => {
  let ada: TestMember;
  let mallory: TestMember;
  let adas: string;
  let mallorys: string;

  beforeAll(async () => {
    [ada, mallory] = await Promise.all([signUp(site, 'Ada'), signUp(site, 'Mallory')]);
    const posts = await insertPosts(ada._id, many);
    adas = await writePost(ada, 'Hello');
    await insertLikes(mallory._id, [...posts, adas]);
    await insertLikes(ada._id, [adas]);
    await insertComments(ada._id, adas, 2);
    await insertComments(mallory._id, adas, 300);
    mallorys = await writePost(mallory, 'Goodbye');
    // Cached before the deletion.
    expect((await ada.get(`/api/posts/${adas}`)).body).toMatchObject({ likeCount: 2, commentCount: 302 });
    expect((await ada.get('/api/posts?limit=2')).body.map(({ _id }: TestMember) => _id)).toEqual([mallorys, adas]);
    expect(await mallory.delete('/api/profile')).toMatchObject({ status: 200 });
    expect(await rowsOf(mallory._id)).toEqual({ users: 1, comments: 300, posts: 1, likes: many + 1 });
  }, 120_000);

  test('disappears from the feed, from posts and from lists before its rows are deleted', async () => {
    const [post] = (await ada.get('/api/posts?limit=1')).body;
    expect(post).toMatchObject({ _id: adas, likeCount: 1, commentCount: 2, likes: [{ user: ada._id }] });
    expect(post.comments.map(({ user }: { user: string }) => user)).toEqual([ada._id, ada._id]);
    expect((await ada.get(`/api/posts/${adas}`)).body).toEqual(post);
    for (const order of ['newest', 'oldest'])
      expect((await ada.get(`/api/posts/${adas}/comments?limit=100&order=${order}`)).body).toHaveLength(2);
    expect((await ada.get(`/api/posts/${adas}/likes`)).body).toEqual(post.likes);
    expect(JSON.stringify((await ada.get('/api/posts?limit=100')).body)).not.toContain(mallory._id);
  });

  test('takes no likes or comments any more', async () => {
    const gone = errorResponse(404, 'Post not found');
    expect(await ada.get(`/api/posts/${mallorys}`)).toMatchObject(gone);
    expect(await ada.get(`/api/posts/${mallorys}/comments`)).toMatchObject(gone);
    expect(await ada.put(`/api/posts/like/${mallorys}`)).toMatchObject(gone);
    expect(await ada.post(`/api/posts/comment/${mallorys}`, { text: 'Still there?' })).toMatchObject(gone);
  });

  test('counts the others exactly in the answers to writes', async () => {
    expect((await ada.put(`/api/posts/unlike/${adas}`)).body).toEqual([]);
    expect((await ada.post(`/api/posts/comment/${adas}`, { text: 'Third' })).body).toHaveLength(3);
  });

  test('keeps no name, address or session', async () => {
    const [row] = await db.all`select * from users where id = ${mallory._id}`;
    expect(JSON.stringify(row)).not.toMatch(/Mallory|mallory|argon2/);
    expect(await mallory.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect((await signUp(site, 'Mallory'))._id).not.toBe(mallory._id);
  });

  test('is deleted row by row after a restart, and leaves right counts', async () => {
    const restarted = await buildApp({ settings: site.settings, db, loadLimits: withoutLoadShedding });
    onCleanup(() => restarted.close());
    await vi.waitFor(async () => expect(await rowsOf(mallory._id)).toEqual({ posts: 0, comments: 0, likes: 0, users: 0 }), 60_000);
    await restarted.close();
    const wrong = await db.all`
      select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
        or comment_count <> (select count(*) from comments where post_id = p.id)`;
    expect(wrong).toEqual([]);
    expect((await ada.get(`/api/posts/${adas}`)).body).toMatchObject({ likeCount: 0, commentCount: 3 });
  });
});

test('a post with many comments disappears immediately, and only its author can delete it', async () => {
  const [author, other] = await Promise.all([signUp(site, 'Author'), signUp(site, 'Other')]);
  const post = await writePost(author, 'Long discussion');
  await insertComments(other._id, post, 400);
  expect(await other.delete(`/api/posts/${post}`)).toMatchObject(errorResponse(403, 'User not authorized'));
  expect((await other.get(`/api/posts/${post}`)).body.commentCount).toBe(400);
  expect(await author.delete(`/api/posts/${post}`)).toMatchObject({ status: 200 });
  expect(await author.get(`/api/posts/${post}`)).toMatchObject(errorResponse(404, 'Post not found'));
  expect(await author.delete(`/api/posts/${post}`)).toMatchObject(errorResponse(404, 'Post not found'));
  expect(JSON.stringify((await other.get('/api/posts')).body)).not.toContain(post);
  expect((await clientOf(site, other.token).get('/api/users/me/data')).raw).not.toContain(post);
});

test('rows that were hidden without a job, by an earlier version, are found and deleted', async () => {
  const [author, gone] = await Promise.all([signUp(site, 'Keeper'), signUp(site, 'Gone')]);
  const post = await writePost(author, 'Hidden');
  await insertPosts(gone._id, 3);
  await db.run`update posts set deleted_at = ${Date.now()} where id = ${post}`;
  await db.run`update users set deleted_at = ${Date.now()} where id = ${gone._id}`;
  await site.app.jobs.runDue();
  expect((await rowsOf(gone._id)).posts).toBe(3);
  await runRecurring(site, 'deletion.search');
  expect(await rowsOf(gone._id)).toEqual({ posts: 0, comments: 0, likes: 0, users: 0 });
  expect(await db.all`select id from posts where id = ${post}`).toEqual([]);
  expect((await author.get('/api/auth')).status).toBe(200);
});

test('a parked deletion stays parked until an admin retries it', async () => {
  const author = await signUp(site, 'Stuck');
  expect(await author.delete('/api/profile')).toMatchObject({ status: 200 });
  await db.run`update jobs set failed_at = 1, attempts = 10 where kind = 'account.delete'`;
  await runRecurring(site, 'deletion.search');
  const [parked] = await db.all<{ id: string }>`select id from jobs where kind = 'account.delete' and failed_at = 1`;
  expect(await retryJob(db, parked?.id ?? '')).toBe(true);
  await site.app.jobs.runDue();
  expect((await rowsOf(author._id)).users).toBe(0);
});

test('a request runs between two batches of a deletion', async () => {
  const [author, other] = await Promise.all([signUp(site, 'Busy'), signUp(site, 'Reader')]);
  await insertComments(other._id, await writePost(author, 'Long'), 400);
  await insertPosts(author._id, 400);
  expect(await author.delete('/api/profile')).toMatchObject({ status: 200 });
  const deleting = site.app.jobs.runDue();
  const left: number[] = [];
  while ((await rowsOf(author._id)).users > 0) {
    expect((await other.post('/api/posts', { text: 'Meanwhile' })).status).toBe(200);
    left.push((await rowsOf(author._id)).posts);
  }
  await deleting;
  expect(new Set(left).size).toBeGreaterThan(3);
});
