import { slugOf } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { rendererVersion } from '../../src/features/markdown/level.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
});

const writeComment = async (author: TestMember, post: string, text = 'Comment', parent?: string): Promise<string> =>
  (await author.post(`/api/posts/comment/${post}`, { text, ...(parent && { parent }) })).body[0]._id;
const readPost = async (id: string) => (await grace.get(`/api/posts/${id}`)).body;
const changed = 'This text has been edited in the meantime. Compare the two versions before you save.';

describe('editing a post', () => {
  test('creates a version that every reader sees, and a revision', async () => {
    const post = await writePost(ada, 'First');
    const before = await grace.get(`/api/posts/${post}`);
    const { status, body } = await ada.patch(`/api/posts/${post}`, { text: '**Second**', title: ' A title ', version: 1 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { text: '**Second**', html: '<p><strong>Second</strong></p>\n', title: 'A title', version: 2, format: 'markdown' },
    });
    expect(Date.parse(body.editedAt)).toBeGreaterThanOrEqual(Date.parse(body.date));
    const after = await grace.get(`/api/posts/${post}`, { 'if-none-match': before.headers.etag ?? '' });
    expect(after).toMatchObject({ status: 200, body: { version: 2, editedAt: body.editedAt } });
    expect((await grace.get(`/api/posts/${post}/revisions`)).body).toEqual([
      { _id: expect.any(String), version: 1, text: 'First', format: 'markdown', date: before.body.date },
    ]);
  });

  test('that changes nothing makes no version', async () => {
    const post = await writePost(ada, 'Same');
    expect((await ada.patch(`/api/posts/${post}`, { text: 'Same', version: 1 })).body).toMatchObject({ version: 1 });
    expect((await ada.get(`/api/posts/${post}/revisions`)).body).toEqual([]);
  });

  test('can be repeated after a lost response', async () => {
    const post = await writePost(ada, 'First');
    const comment = await writeComment(ada, post);
    for (let times = 0; times < 2; times++) {
      const change = { text: 'Second', title: 'A title', version: 1 };
      expect(await ada.patch(`/api/posts/${post}`, change)).toMatchObject({ status: 200, body: { version: 2 } });
      const edited = await ada.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Second', version: 1 });
      expect(edited).toMatchObject({ status: 200, body: { version: 2 } });
    }
  });

  test('of an outdated version returns 409 with the current post, and changes nothing', async () => {
    const post = await writePost(ada, 'First');
    await ada.patch(`/api/posts/${post}`, { text: 'Second', version: 1 });
    const answer = await ada.patch(`/api/posts/${post}`, { text: 'Third', version: 1 });
    expect(answer).toMatchObject(errorResponse(409, changed));
    expect(answer.body.current).toEqual((await ada.get(`/api/posts/${post}`)).body);
    expect(await readPost(post)).toMatchObject({ text: 'Second', version: 2 });
  });

  test('20 times concurrently succeeds once', async () => {
    const post = await writePost(ada, 'First');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ada.patch(`/api/posts/${post}`, { text: `Edit ${index}`, version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await ada.get(`/api/posts/${post}/revisions`)).body).toHaveLength(1);
  });

  test('returns 403 to another member and 401 to a visitor, and changes nothing', async () => {
    const post = await writePost(ada, 'Mine');
    expect(await grace.patch(`/api/posts/${post}`, { text: 'Hers', version: 1 })).toMatchObject(errorResponse(403, 'User not authorized'));
    expect(await grace.patch(`/api/posts/${post}`, { commentsClosed: true, version: 1 })).toMatchObject({ status: 403 });
    expect(await visitor.patch(`/api/posts/${post}`, { text: 'Hers', version: 1 })).toMatchObject({ status: 401 });
    expect(await readPost(post)).toMatchObject({ text: 'Mine', version: 1, commentsClosed: false });
  });

  test('returns 404 for a post that does not exist', async () => {
    expect(await ada.patch(`/api/posts/${unknownId}`, { text: 'A', version: 1 })).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('sets and clears the title', async () => {
    const post = await writePost(ada, 'Text');
    expect((await ada.patch(`/api/posts/${post}`, { title: 'Title', version: 1 })).body).toMatchObject({ title: 'Title', text: 'Text' });
    expect((await ada.patch(`/api/posts/${post}`, { title: null, version: 2 })).body).not.toHaveProperty('title');
    expect((await ada.get(`/api/posts/${post}/revisions`)).body).toMatchObject([{ version: 2, title: 'Title' }, { version: 1 }]);
  });

  test('stops at the maximum number of versions', async () => {
    const post = await writePost(ada, 'Text');
    await site.db.run`update posts set version = 100 where id = ${post}`;
    expect(await ada.patch(`/api/posts/${post}`, { text: 'More', version: 100 })).toMatchObject(
      errorResponse(400, 'A text can be edited at most 99 times'),
    );
  });
});

describe('a text from before Markdown', () => {
  test('stays as it is until its author changes it', async () => {
    const post = await writePost(ada, '# not *marked*\n<b>');
    await site.db.run`update posts set format = 'plain', cache_version = cache_version + 1 where id = ${post}`;
    await site.db.run`delete from post_html where post_id = ${post}`;
    expect(await readPost(post)).toMatchObject({ format: 'plain', html: '<p class="plain"># not *marked*\n&lt;b&gt;</p>' });
    await ada.patch(`/api/posts/${post}`, { text: '# not *marked*\n<b>', title: 'Titled', version: 1 });
    expect(await readPost(post)).toMatchObject({ format: 'plain', title: 'Titled' });
    await ada.patch(`/api/posts/${post}`, { text: '*marked*', version: 2 });
    expect(await readPost(post)).toMatchObject({ format: 'markdown', html: '<p><em>marked</em></p>\n' });
  });
});

test('HTML of another version of the renderer is not served, and a job renders it again', async () => {
  const post = await writePost(ada, '*text*');
  const comment = await writeComment(ada, post, '*comment*');
  await site.db.run`update post_html set renderer = ${rendererVersion - 1}, html = '<script>' where post_id = ${post}`;
  await site.db.run`update comment_html set renderer = ${rendererVersion - 1}, html = '<script>' where comment_id = ${comment}`;
  expect(await readPost(post)).toMatchObject({ html: '<p><em>text</em></p>\n', comments: [{ html: '<p><em>comment</em></p>\n' }] });
  await runRecurring(site, 'texts.render');
  expect(await site.db.get`select renderer, html from post_html where post_id = ${post}`).toEqual({
    renderer: rendererVersion,
    html: '<p><em>text</em></p>\n',
  });
  expect(await site.db.get`select html from comment_html where comment_id = ${comment}`).toEqual({ html: '<p><em>comment</em></p>\n' });
});

describe('a revision', () => {
  async function edited(): Promise<{ post: string; comment: string }> {
    const post = await writePost(ada, 'Secret');
    const comment = await writeComment(ada, post, 'Secret');
    await ada.patch(`/api/posts/${post}`, { text: 'Public', title: 'T', version: 1 });
    await ada.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Public', version: 1 });
    return { post, comment };
  }

  test('is listed for members and not for visitors', async () => {
    const { post, comment } = await edited();
    for (const path of [`/api/posts/${post}/revisions`, `/api/comments/${comment}/revisions`]) {
      expect(await grace.get(path)).toMatchObject({ status: 200, body: [{ version: 1, text: 'Secret' }] });
      expect((await visitor.get(path)).status).toBe(401);
    }
    expect(await grace.get(`/api/posts/${unknownId}/revisions`)).toMatchObject(errorResponse(404, 'Post not found'));
    expect(await grace.get(`/api/comments/${unknownId}/revisions`)).toMatchObject(errorResponse(404, 'Comment does not exist'));
  });

  test('can be erased by its author only', async () => {
    const { post, comment } = await edited();
    for (const path of [`/api/posts/${post}/revisions`, `/api/comments/${comment}/revisions`]) {
      expect(await grace.delete(`${path}/1`)).toMatchObject(errorResponse(403, 'User not authorized'));
      expect((await visitor.delete(`${path}/1`)).status).toBe(401);
      expect((await grace.get(path)).body).toMatchObject([{ text: 'Secret' }]);
      expect(await ada.delete(`${path}/7`)).toMatchObject(errorResponse(404, 'Revision not found'));
      expect((await ada.delete(`${path}/1`)).status).toBe(200);
      expect((await grace.get(path)).body).toEqual([{ _id: expect.any(String), version: 1, format: 'markdown', date: expect.any(String) }]);
    }
  });

  test('is listed newest first, page by page', async () => {
    const post = await writePost(ada, 'Version 1');
    for (let version = 1; version <= 5; version++) await ada.patch(`/api/posts/${post}`, { text: `Version ${version + 1}`, version });
    const first = await grace.get(`/api/posts/${post}/revisions?limit=3`);
    const next = /<(.+)>/.exec(first.headers.link ?? '')?.[1] ?? '';
    const texts = [...first.body, ...(await grace.get(next)).body].map(({ text }: { text: string }) => text);
    expect(texts).toEqual([5, 4, 3, 2, 1].map((version) => `Version ${version}`));
  });

  test('is deleted with its post, its comment and its account', async () => {
    const count = async () => (await site.db.get<{ count: number }>`select count(*) as count from revisions where text = 'Gone'`)?.count;
    const kay = await createMember(site, 'Kay');
    const [post, other, others] = [await writePost(kay, 'Gone'), await writePost(kay, 'Gone'), await writePost(ada)];
    const comment = await writeComment(kay, others, 'Gone');
    for (const id of [post, other]) await kay.patch(`/api/posts/${id}`, { text: 'Edited', version: 1 });
    await kay.patch(`/api/posts/comment/${others}/${comment}`, { text: 'Edited', version: 1 });
    expect(await count()).toBe(3);
    await kay.delete(`/api/posts/${post}`);
    expect(await count()).toBe(2);
    await kay.delete(`/api/posts/comment/${others}/${comment}`);
    expect(await count()).toBe(1);
    expect((await kay.delete('/api/profile')).status).toBe(200);
    await site.app.jobs.runDue();
    expect(await count()).toBe(0);
  });
});

describe('editing a comment', () => {
  test('creates a version of the comment in the post and in the list', async () => {
    const post = await writePost(ada);
    const comment = await writeComment(grace, post, 'First');
    const { status, body } = await grace.patch(`/api/posts/comment/${post}/${comment}`, { text: '`Second`', version: 1 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { html: '<p><code>Second</code></p>\n', version: 2, viewer: { liked: false } },
    });
    expect((await ada.get(`/api/posts/${post}/comments`)).body).toEqual([body]);
    expect((await readPost(post)).comments).toMatchObject([{ text: '`Second`', version: 2, editedAt: body.editedAt }]);
  });

  test('of an outdated version returns 409 with the current comment', async () => {
    const post = await writePost(ada);
    const comment = await writeComment(grace, post, 'First');
    const { body } = await grace.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Second', version: 1 });
    const answer = await grace.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Third', version: 1 });
    expect(answer).toMatchObject(errorResponse(409, changed));
    expect(answer.body.current).toEqual(body);
  });

  test('returns 403 to others, also to the author of the post, and 404 under another post', async () => {
    const [post, other] = [await writePost(ada), await writePost(ada)];
    const comment = await writeComment(grace, post, 'Hers');
    const change = { text: 'Changed', version: 1 };
    expect(await ada.patch(`/api/posts/comment/${post}/${comment}`, change)).toMatchObject(errorResponse(403, 'User not authorized'));
    expect((await visitor.patch(`/api/posts/comment/${post}/${comment}`, change)).status).toBe(401);
    expect((await grace.patch(`/api/posts/comment/${other}/${comment}`, change)).status).toBe(404);
    expect((await readPost(post)).comments).toMatchObject([{ text: 'Hers', version: 1 }]);
  });
});

describe('a reply', () => {
  test('names the comment that it answers', async () => {
    const post = await writePost(ada);
    const first = await writeComment(ada, post, 'First');
    const reply = await writeComment(grace, post, 'Reply', first);
    await writeComment(ada, post, 'Reply to the reply', reply);
    expect((await readPost(post)).comments).toMatchObject([{ parent: reply }, { parent: first }, { text: 'First' }]);
    expect(await ada.post(`/api/posts/comment/${await writePost(ada)}`, { text: 'Elsewhere', parent: first })).toMatchObject(
      errorResponse(404, 'Comment does not exist'),
    );
    expect((await ada.post(`/api/posts/comment/${post}`, { text: 'A', parent: 'x' })).status).toBe(400);
  });

  test.for(['newest', 'oldest'])(
    'keeps a placeholder of its deleted comment, without author and text, in the list %s first',
    async (order) => {
      const post = await writePost(ada);
      const first = await writeComment(grace, post, 'Deleted secret');
      const reply = await writeComment(ada, post, 'Reply', first);
      const { body } = await grace.delete(`/api/posts/comment/${post}/${first}`);
      expect(body).toMatchObject([{ _id: reply, parent: first }]);
      expect(await readPost(post)).toMatchObject({ commentCount: 1, comments: [{ _id: reply }] });
      const list = await ada.get(`/api/posts/${post}/comments?order=${order}`);
      expect(list.raw).not.toMatch(new RegExp(`Deleted secret|${grace._id}`));
      const placeholder = { _id: first, isDeleted: true, date: expect.any(String) };
      expect(list.body).toEqual(
        order === 'newest'
          ? [expect.objectContaining({ _id: reply }), placeholder]
          : [placeholder, expect.objectContaining({ _id: reply })],
      );
      await ada.delete(`/api/posts/comment/${post}/${reply}`);
      expect((await ada.get(`/api/posts/${post}/comments?order=${order}`)).body).toEqual([]);
    },
  );

  test('keeps a placeholder when the account of the author is deleted', async () => {
    const kay = await createMember(site, 'Joan');
    const post = await writePost(ada);
    const first = await writeComment(kay, post, 'By Kay');
    await writeComment(ada, post, 'Reply', first);
    await kay.put(`/api/comments/${first}/like`);
    await kay.delete('/api/profile');
    await site.app.jobs.runDue();
    expect((await ada.get(`/api/posts/${post}/comments`)).body).toMatchObject([{ text: 'Reply' }, { _id: first, isDeleted: true }]);
  });
});

describe('a like of a comment', () => {
  test('counts once, and each viewer sees their own', async () => {
    const post = await writePost(ada);
    const comment = await writeComment(ada, post);
    const answers = await Promise.all(Array.from({ length: 10 }, () => grace.put(`/api/comments/${comment}/like`)));
    for (const { body } of answers) expect(body).toEqual({ likeCount: 1, viewer: { liked: true } });
    expect((await grace.get(`/api/posts/${post}/comments`)).body).toMatchObject([{ likeCount: 1, viewer: { liked: true } }]);
    expect((await ada.get(`/api/posts/${post}/comments`)).body).toMatchObject([{ likeCount: 1, viewer: { liked: false } }]);
    expect((await readPost(post)).comments).toMatchObject([{ likeCount: 1 }]);
    for (let round = 0; round < 2; round++)
      expect((await grace.delete(`/api/comments/${comment}/like`)).body).toEqual({ likeCount: 0, viewer: { liked: false } });
  });

  test('returns 401 to visitors and 404 for an unknown comment', async () => {
    const comment = await writeComment(ada, await writePost(ada));
    expect((await visitor.put(`/api/comments/${comment}/like`)).status).toBe(401);
    expect((await visitor.delete(`/api/comments/${comment}/like`)).status).toBe(401);
    for (const method of ['put', 'delete'] as const)
      expect(await ada[method](`/api/comments/${unknownId}/like`)).toMatchObject(errorResponse(404, 'Comment does not exist'));
  });

  test('disappears with the account', async () => {
    const kay = await createMember(site, 'Mary');
    const post = await writePost(ada);
    const comment = await writeComment(ada, post);
    await kay.put(`/api/comments/${comment}/like`);
    await kay.delete('/api/profile');
    expect((await ada.get(`/api/posts/${post}/comments`)).body).toMatchObject([{ likeCount: 0 }]);
    await site.app.jobs.runDue();
    expect((await ada.get(`/api/posts/${post}/comments`)).body).toMatchObject([{ likeCount: 0 }]);
  });
});

test('a post that its author has closed takes no new comments', async () => {
  const post = await writePost(ada);
  const comment = await writeComment(grace, post, 'Before');
  expect((await ada.patch(`/api/posts/${post}`, { commentsClosed: true, version: 1 })).body).toMatchObject({
    commentsClosed: true,
    version: 1,
  });
  for (const member of [ada, grace])
    expect(await member.post(`/api/posts/comment/${post}`, { text: 'After' })).toMatchObject(
      errorResponse(403, 'The author has closed this post for new comments'),
    );
  expect((await grace.patch(`/api/posts/comment/${post}/${comment}`, { text: 'Edited', version: 1 })).status).toBe(200);
  await ada.patch(`/api/posts/${post}`, { commentsClosed: false, version: 1 });
  expect((await grace.post(`/api/posts/comment/${post}`, { text: 'After' })).status).toBe(200);
});

test('a preview is the HTML of a post, for members only', async () => {
  const text = 'A [link](https://example.org)\n\n```js\nlet a = 1;\n```';
  const { body } = await ada.post('/api/preview', { text });
  expect(body.html).toContain('hljs-keyword');
  expect(body.html).toBe((await ada.post('/api/posts', { text })).body.html);
  expect((await visitor.post('/api/preview', { text })).status).toBe(401);
});

test.for([
  ['C#', 'a<b> '],
  ['C++', 'a_ a '],
  ['INI', '1.1.'],
])('code in %s that is too expensive to highlight has no colors, and other code keeps them', async ([language, atom = '']) => {
  const usual = '```cs\nint one = 1;\n```\n';
  const expensive = `\`\`\`${language}\n${`${atom.repeat(58)}\n`.repeat(200).slice(0, 9_999)}\n\`\`\`\n`;
  const { status, body } = await ada.post('/api/preview', { text: `${usual}${expensive.repeat(2)}` });
  expect(status).toBe(200);
  expect(body.html).toContain('<span class="hljs-built_in">int</span>');
  expect(body.html).not.toContain('class="plain"');
  const next = await ada.post('/api/preview', { text: `${usual}${language}` });
  expect(next.body.html).toContain('<span class="hljs-built_in">int</span>');
});

test('a title becomes the last part of an address', () => {
  expect(slugOf('Why “SQLite” is fast: 10× reads!')).toBe('why-sqlite-is-fast-10-reads');
  expect(slugOf('Привет, мир')).toBe('привет-мир');
  expect(slugOf('../?#')).toBe('');
  expect(slugOf('word '.repeat(50)).length).toBeLessThanOrEqual(60);
});
