import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { signUp, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = await Promise.all([signUp(site, 'Ada'), signUp(site, 'Grace')]);
});

interface Listed {
  _id: string;
  text?: string;
}
interface ListedThread {
  comment: Listed;
  replies: Listed[];
  replyCount: number;
}

const write = async (author: TestMember, post: string, text: string, parent?: string): Promise<string> =>
  (await author.post(`/api/posts/comment/${post}`, { text, ...(parent && { parent }) })).body[0]._id;
const nextOf = ({ headers }: { headers: Record<string, unknown> }) => /<(.+)>/.exec(String(headers.link ?? ''))?.[1];
const textOf = ({ text }: Listed) => text ?? 'deleted';
const outline = (threads: ListedThread[]) => threads.map(({ comment, replies }) => [textOf(comment), ...replies.map(textOf)]);
const threadsOn = async (post: string, query = '') => outline((await ada.get(`/api/posts/${post}/threads${query}`)).body);

/** A, B and C on the post; A1 and A2 below A, A1a below A1. */
async function writeThreads() {
  const post = await writePost(ada);
  const a = await write(ada, post, 'A');
  await write(grace, post, 'B');
  const a1 = await write(grace, post, 'A1', a);
  const c = await write(grace, post, 'C');
  const a2 = await write(ada, post, 'A2', a);
  const a1a = await write(ada, post, 'A1a', a1);
  return { post, a, a1, a2, a1a, c };
}

describe('the threads of a post', () => {
  test('contain all replies below a comment, oldest first', async () => {
    const { post, a1 } = await writeThreads();
    expect(await threadsOn(post)).toEqual([['C'], ['B'], ['A', 'A1', 'A2', 'A1a']]);
    expect(await threadsOn(post, '?order=oldest')).toEqual([['A', 'A1', 'A2', 'A1a'], ['B'], ['C']]);
    const [, , thread] = (await ada.get(`/api/posts/${post}/threads`)).body;
    expect(thread).toMatchObject({ comment: { text: 'A' }, replyCount: 3 });
    expect(thread.replies[2]).toMatchObject({ parent: a1, html: '<p>A1a</p>\n', likeCount: 0, viewer: { liked: false } });
  });

  test('are listed page by page', async () => {
    const { post } = await writeThreads();
    for (const order of ['newest', 'oldest']) {
      const first = await ada.get(`/api/posts/${post}/threads?limit=2&order=${order}`);
      const second = await ada.get(nextOf(first) ?? '');
      expect(nextOf(second)).toBeUndefined();
      expect([...outline(first.body), ...outline(second.body)]).toEqual(await threadsOn(post, `?order=${order}`));
    }
  });

  test('start with the thread of a comment on request, and continue from there', async () => {
    const { post, a1a, c } = await writeThreads();
    expect(await threadsOn(post, `?around=${a1a}`)).toEqual([['A', 'A1', 'A2', 'A1a']]);
    expect(await threadsOn(post, `?around=${c}&order=oldest`)).toEqual([['C']]);
    const page = await ada.get(`/api/posts/${post}/threads?around=${c}&limit=1`);
    expect(outline(page.body)).toEqual([['C']]);
    expect(outline((await ada.get(nextOf(page) ?? '')).body)).toEqual([['B']]);
  });

  test('return 404 for a comment that does not exist or is on another post', async () => {
    const { post, a1 } = await writeThreads();
    const other = await writePost(ada);
    for (const path of [`/api/posts/${post}/threads?around=${unknownId}`, `/api/posts/${other}/threads?around=${a1}`])
      expect(await ada.get(path)).toMatchObject(errorResponse(404, 'Comment does not exist'));
    expect(await ada.get(`/api/posts/${unknownId}/threads`)).toMatchObject(errorResponse(404, 'Post not found'));
    expect(await ada.get(`/api/posts/${post}/threads?around=x`)).toMatchObject({ status: 400 });
    expect((await visitor.get(`/api/posts/${post}/threads`)).status).toBe(401);
  });

  test('keep placeholders of deleted comments above a reply, and no others', async () => {
    const { post, a, a1, a2, a1a } = await writeThreads();
    await ada.delete(`/api/posts/comment/${post}/${a}`);
    await grace.delete(`/api/posts/comment/${post}/${a1}`);
    expect((await threadsOn(post))[2]).toEqual(['deleted', 'deleted', 'A2', 'A1a']);
    await ada.delete(`/api/posts/comment/${post}/${a2}`);
    const [, , thread] = (await ada.get(`/api/posts/${post}/threads`)).body;
    expect(thread).toMatchObject({
      comment: { _id: a, isDeleted: true },
      replies: [{ _id: a1, parent: a, isDeleted: true }, {}],
      replyCount: 1,
    });
    expect(await threadsOn(post, `?around=${a1a}`)).toEqual([['deleted', 'deleted', 'A1a']]);
    await ada.delete(`/api/posts/comment/${post}/${a1a}`);
    expect(await threadsOn(post)).toEqual([['C'], ['B']]);
  });

  test('keep placeholders also if replies are deleted before the comment, and delete them with the last reply', async () => {
    const { post, a, a1, a2, a1a } = await writeThreads();
    await ada.delete(`/api/posts/comment/${post}/${a2}`);
    await grace.delete(`/api/posts/comment/${post}/${a1}`);
    await ada.delete(`/api/posts/comment/${post}/${a}`);
    expect((await threadsOn(post))[2]).toEqual(['deleted', 'deleted', 'A1a']);
    expect(await threadsOn(post, `?around=${a1a}`)).toEqual([['deleted', 'deleted', 'A1a']]);
    await ada.delete(`/api/posts/comment/${post}/${a1a}`);
    expect(await site.db.all`select id from deleted_comments where post_id = ${post}`).toEqual([]);
  });

  test('leave no placeholder after the account of all authors in a thread is deleted', async () => {
    const kay = await signUp(site, 'Kay');
    const post = await writePost(ada);
    const first = await write(kay, post, 'By Kay');
    await write(kay, post, 'Her own reply', first);
    await kay.delete('/api/profile');
    await site.app.jobs.runDue();
    expect(await site.db.all`select id from deleted_comments where post_id = ${post}`).toEqual([]);
  });

  test('keep a placeholder while the account of the author is deleted, and after', async () => {
    const kay = await signUp(site, 'Kay');
    const post = await writePost(ada);
    const first = await write(kay, post, 'By Kay');
    await write(kay, post, 'Without a reply');
    await write(ada, post, 'Reply', first);
    await kay.delete('/api/profile');
    expect(await threadsOn(post)).toEqual([['deleted', 'Reply']]);
    await site.app.jobs.runDue();
    expect(await threadsOn(post)).toEqual([['deleted', 'Reply']]);
  });

  test('tell each viewer their likes, in the comment and the replies', async () => {
    const { post, a, a1 } = await writeThreads();
    for (const id of [a, a1]) await grace.put(`/api/comments/${id}/like`);
    const likes = async (viewer: TestMember) => {
      const { comment, replies } = (await viewer.get(`/api/posts/${post}/threads`)).body[2];
      return [comment, ...replies].map(({ likeCount, viewer: { liked } }) => [likeCount, liked]);
    };
    expect(await likes(grace)).toEqual([
      [1, true],
      [1, true],
      [0, false],
      [0, false],
    ]);
    expect(await likes(ada)).toEqual([
      [1, false],
      [1, false],
      [0, false],
      [0, false],
    ]);
  });

  test('embed a limited number of replies and bytes; the others are paginated', async () => {
    const post = await writePost(ada);
    const root = await write(ada, post, 'Root');
    for (let number = 1; number <= 30; number++) await write(ada, post, `${number} ${'x'.repeat(9000)}`, root);
    const [thread] = (await ada.get(`/api/posts/${post}/threads`)).body;
    expect(thread.replyCount).toBe(30);
    expect(thread.replies.length).toBeGreaterThan(5);
    expect(thread.replies.length).toBeLessThan(30);
    expect(JSON.stringify(thread).length).toBeLessThan(limits.embeddedBytes + 1000);
    const first = await ada.get(`/api/comments/${root}/replies?limit=20`);
    const rest = await ada.get(nextOf(first) ?? '');
    const numbers = [...first.body, ...rest.body].map((reply: Listed) => Number.parseInt(textOf(reply), 10));
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect((await visitor.get(`/api/comments/${root}/replies`)).status).toBe(401);
    expect(await ada.get(`/api/comments/${unknownId}/replies`)).toMatchObject(errorResponse(404, 'Comment does not exist'));
  });

  test('are cut to a page with a limited number of replies, and lose none', async () => {
    const post = await writePost(ada);
    const roots: string[] = [];
    for (let number = 0; number < 4; number++) roots.push(await write(ada, post, `Root ${number}`));
    for (const root of roots) await insertReplies(post, root, 400);
    const counts: number[] = [];
    for (let path: string | undefined = `/api/posts/${post}/threads`, pages = 0; path && pages < 5; pages++) {
      const page = await ada.get(path);
      expect(page.body.length).toBeLessThan(4);
      counts.push(...page.body.map(({ replyCount }: ListedThread) => replyCount));
      path = nextOf(page);
    }
    expect(counts).toEqual([400, 400, 400, 400]);
  });

  test(`take at most ${limits.replies} replies`, async () => {
    const post = await writePost(ada);
    const root = await write(ada, post, 'Root');
    const reply = await write(ada, post, 'Reply', root);
    await insertReplies(post, root, limits.replies - 2);
    expect((await ada.post(`/api/posts/comment/${post}`, { text: 'Last', parent: reply })).status).toBe(200);
    for (const parent of [root, reply])
      expect(await ada.post(`/api/posts/comment/${post}`, { text: 'More', parent })).toMatchObject(
        errorResponse(400, 'A comment can have at most 1000 replies. Write a new comment instead.'),
      );
    expect((await ada.post(`/api/posts/comment/${post}`, { text: 'New' })).status).toBe(200);
  });
});

async function insertReplies(post: string, parent: string, count: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    for (let number = 0; number < count; number++)
      await tx.run`
        insert into comments (id, post_id, user_id, parent_id, text, created_at)
        values (${newId()}, ${post}, ${ada._id}, ${parent}, 'Reply', ${Date.now()})`;
  });
}
