import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
});

const newMember = async () => (await createMembers(site, 1))[0] as TestMember;
const writeComment = async (author: TestMember, post: string): Promise<string> =>
  (await author.post(`/api/posts/comment/${post}`, { text: 'Hi' })).body[0]._id;
const path = (context: string) => `/api/drafts/${context}`;

test('a draft is stored as it was typed, and read, replaced and deleted', async () => {
  const text = ' Half a \n\n\tthought ';
  const { status, body: first } = await ada.put(path('post'), { title: ' T ', text });
  expect({ status, body: first }).toEqual({
    status: 200,
    body: { context: 'post', title: ' T ', text, version: expect.any(Number), date: expect.any(String) },
  });
  expect((await ada.get(path('post'))).body).toEqual(first);
  const { body: second } = await ada.put(path('post'), { text: 'Another', version: first.version });
  expect(second).toEqual({ ...first, title: undefined, text: 'Another', version: first.version + 1, date: expect.any(String) });
  expect((await ada.delete(path('post'))).status).toBe(200);
  expect(await ada.get(path('post'))).toMatchObject(errorResponse(404, 'Draft not found'));
  expect((await ada.delete(path('post'))).status).toBe(200);
});

test('a draft of a post has tags and a visibility, as they were chosen', async () => {
  const member = await newMember();
  const fields = { tags: 'rust, C++ !, half a t', visibility: 'public', text: '' };
  const { status, body: first } = await member.put(path('post'), fields);
  expect({ status, body: first }).toMatchObject({ status: 200, body: fields });
  expect((await member.get(path('post'))).body).toEqual(first);
  expect((await member.get('/api/drafts')).body).toMatchObject([{ tags: fields.tags, visibility: 'public', excerpt: '' }]);
  expect(await member.put(path('post'), fields)).toMatchObject({ status: 200, body: first }); // a repeated request
  const { body: second } = await member.put(path('post'), { text: '', tags: '', visibility: 'members', version: first.version });
  expect(second).toEqual({ context: 'post', visibility: 'members', text: '', version: first.version + 1, date: expect.any(String) });
  expect((await member.get(path('post'))).body).toEqual(second);
});

test('a draft returns 400 for an unknown visibility and for tags of more than 1,000 characters', async () => {
  const member = await newMember();
  const answer = await member.put(path('post'), { text: 'x', visibility: 'friends', tags: '𝒳'.repeat(limits.draftTags + 1) });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    { msg: 'Tags must be at most 1000 characters', code: 'fieldTooLong', field: 'tags' },
    { msg: 'Visibility must be members or public', code: 'fieldInvalid', field: 'visibility' },
  ]);
  expect((await member.put(path('post'), { text: 'x', tags: '𝒳'.repeat(limits.draftTags) })).status).toBe(200);
});

test('the list has the start of each text, the last changed first', async () => {
  const member = await newMember();
  const post = await writePost(grace);
  await member.put(path('post'), { title: 'T', text: '𝒳'.repeat(201) });
  const { body } = await member.put(path(`comment:${post}`), { text: 'Later' });
  const { version, date } = (await member.get(path('post'))).body;
  expect((await member.get('/api/drafts')).body).toEqual([
    { context: `comment:${post}`, post, excerpt: 'Later', version: body.version, date: body.date },
    { context: 'post', title: 'T', excerpt: `${'𝒳'.repeat(199)}…`, version, date },
  ]);
});

test('the list has texts without the marks of Markdown, and an ellipsis for code', async () => {
  const member = await newMember();
  const text = '# Build\n\n- [ ] **Read** [the log](https://other.example/log)\n\n```sh\nnpm ci\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  await member.put(path('post'), { text });
  expect((await member.get('/api/drafts')).body).toMatchObject([{ excerpt: 'Build Read the log … a b 1 2' }]);
});

describe('versions', () => {
  test('a draft with another version returns 409 with the stored one, and replaces nothing', async () => {
    const member = await newMember();
    const { body: stored } = await member.put(path('post'), { text: 'On the phone' });
    for (const version of [undefined, stored.version - 1, stored.version + 1]) {
      const answer = await member.put(path('post'), { text: 'On the laptop', version });
      expect(answer).toMatchObject(errorResponse(409, 'This draft was changed on another device or in another tab'));
      expect(answer.body.current).toEqual(stored);
    }
    expect((await member.delete(`${path('post')}?version=${stored.version - 1}`)).status).toBe(409);
    expect((await member.get(path('post'))).body).toEqual(stored);
    expect((await member.delete(`${path('post')}?version=${stored.version}`)).status).toBe(200);
  });

  test('a draft with other tags or another visibility, but the same text, returns 409 for another version', async () => {
    const member = await newMember();
    const draft = { title: 'T', tags: 'rust', visibility: 'members', text: 'Same' };
    const { body: stored } = await member.put(path('post'), draft);
    for (const change of [{ tags: 'go' }, { tags: '' }, { visibility: 'public' }]) {
      const answer = await member.put(path('post'), { ...draft, ...change, version: stored.version - 1 });
      expect(answer).toMatchObject({ status: 409, body: { current: stored } });
    }
    expect((await member.get(path('post'))).body).toEqual(stored);
  });

  test('a repeated request returns the stored draft', async () => {
    const member = await newMember();
    const { body: stored } = await member.put(path('post'), { text: 'Once' });
    expect(await member.put(path('post'), { text: 'Once' })).toMatchObject({ status: 200, body: stored });
  });

  test('of ten concurrent changes of one version, one succeeds', async () => {
    const member = await newMember();
    const { version } = (await member.put(path('post'), { text: 'Before' })).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => member.put(path('post'), { text: `Change ${number}`, version })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    const saved = answers.find(({ status }) => status === 200);
    expect((await member.get(path('post'))).body).toEqual(saved?.body);
  });

  test('a draft that is created again, with or without a version, has a higher version', async () => {
    const member = await newMember();
    await member.put(path('post'), { text: 'Zero' });
    await member.delete(path('post'));
    expect((await member.put(path('post'), { text: 'Half' })).status).toBe(200);
    await member.delete(path('post'));
    const { version } = (await member.put(path('post'), { text: 'One' })).body;
    await member.delete(path('post'));
    expect((await member.put(path('post'), { text: 'Two', version })).body.version).toBeGreaterThanOrEqual(version);
  });
});

describe('contexts', () => {
  test('of further new posts end with a UUID, and are separate drafts', async () => {
    const member = await newMember();
    const further = [`post:${crypto.randomUUID()}`, `post:${newId()}`];
    for (const context of ['post', ...further]) {
      const { body } = await member.put(path(context), { title: 'T', text: `In ${context}` });
      expect(body).toEqual({ context, title: 'T', text: `In ${context}`, version: expect.any(Number), date: expect.any(String) });
    }
    await member.delete(path('post'));
    expect((await member.get('/api/drafts')).body.map((draft: { context: string }) => draft.context).sort()).toEqual(further.toSorted());
    for (const malformed of ['post:', 'post:1', `post:${crypto.randomUUID().toUpperCase()}`, `post:${crypto.randomUUID()}x`])
      expect((await member.put(path(malformed), { text: 'x' })).status, malformed).toBeGreaterThanOrEqual(400);
  });

  test('name the post that a comment, a reply or an edit belongs to', async () => {
    const post = await writePost(ada);
    const [own, other] = [await writeComment(ada, post), await writeComment(grace, post)];
    for (const context of [`comment:${post}`, `reply:${own}`, `reply:${other}`, `edit:${post}`, `edit:${own}`])
      expect((await ada.put(path(context), { text: 'x' })).body).toMatchObject({ context, post });
  });

  test('return 404 for a post or comment that does not exist, and for malformed ones', async () => {
    const post = await writePost(ada);
    expect(await ada.put(path(`comment:${unknownId}`), { text: 'x' })).toMatchObject(errorResponse(404, 'Post not found'));
    for (const context of [`reply:${unknownId}`, `reply:${post}`, `edit:${unknownId}`])
      expect(await ada.put(path(context), { text: 'x' })).toMatchObject(errorResponse(404, 'Comment does not exist'));
    for (const context of ['posts', 'comment', 'comment:', ...malformedIds.map((id) => `comment:${encodeURIComponent(id)}`)])
      expect((await ada.put(path(context), { text: 'x' })).status, context).toBeGreaterThanOrEqual(404);
  });

  test("return 403 for an edit of another member's post or comment", async () => {
    const post = await writePost(grace);
    for (const id of [post, await writeComment(grace, post)]) {
      expect((await ada.put(path(`edit:${id}`), { text: 'x' })).status).toBe(403);
      expect((await ada.get(path(`edit:${id}`))).status).toBe(404);
    }
  });
});

describe('authorization', () => {
  test('visitors get 401', async () => {
    const visitor = clientOf(site);
    const answers = [
      await visitor.get('/api/drafts'),
      await visitor.get(path('post')),
      await visitor.put(path('post'), { text: 'x' }),
      await visitor.delete(path('post')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('another member cannot read, change or delete a draft', async () => {
    const [member, other] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(ada);
    for (const context of ['post', `post:${crypto.randomUUID()}`, `comment:${post}`]) {
      const { body: stored } = await member.put(path(context), { text: 'Private' });
      expect((await other.get(path(context))).status).toBe(404);
      expect((await other.get('/api/drafts')).raw).not.toContain('Private');
      expect((await other.delete(path(context))).status).toBe(200); // the other member has none
      await other.put(path(context), { text: 'Mine', version: stored.version });
      expect((await member.get(path(context))).body).toEqual(stored);
    }
  });
});

describe('limits', () => {
  test('an account has at most 100 drafts, even with concurrent requests', async () => {
    const member = await newMember();
    const posts = Array.from({ length: limits.drafts + 5 }, newId);
    await site.db.transaction(async (tx) => {
      for (const id of posts) await tx.run`insert into posts (id, user_id, text, created_at) values (${id}, ${grace._id}, 'x', 1)`;
      for (const id of posts.slice(10))
        await tx.run`
          insert into drafts (user_id, context, post_id, text, version, updated_at)
          values (${member._id}, ${`comment:${id}`}, ${id}, 'x', 1, 1)`;
    });
    const answers = await Promise.all(posts.slice(0, 10).map((post) => member.put(path(`comment:${post}`), { text: 'x' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(
      errorResponse(400, 'You can have at most 100 drafts. Send or delete one first.'),
    );
    expect((await member.get('/api/drafts')).body).toHaveLength(limits.drafts);
  });

  test('posts in progress count as drafts', async () => {
    const member = await newMember();
    const contexts = Array.from({ length: limits.drafts }, () => `post:${crypto.randomUUID()}`);
    await site.db.transaction(async (tx) => {
      for (const context of contexts)
        await tx.run`insert into drafts (user_id, context, text, version, updated_at) values (${member._id}, ${context}, 'x', 1, 1)`;
    });
    expect(await member.put(path('post'), { text: 'x' })).toMatchObject(
      errorResponse(400, 'You can have at most 100 drafts. Send or delete one first.'),
    );
    expect((await member.put(path(contexts[0] as string), { text: 'y', version: 1 })).status).toBe(200);
  });

  test('the drafts of an account have at most 2 MB', async () => {
    const member = await newMember();
    const text = '𝒳'.repeat(limits.draftText); // 400 kB
    for (let number = 0; number < 5; number++)
      expect((await member.put(path(`comment:${await writePost(grace)}`), { text })).status, String(number)).toBe(200);
    expect(await member.put(path('post'), { text: 'x' })).toMatchObject(
      errorResponse(400, 'Your drafts can take up at most 2 MB. Send or delete one first.'),
    );
  });
});

describe('deletion', () => {
  test('of a post or comment by its author leaves the drafts of all members, without their post', async () => {
    const member = await newMember();
    const post = await writePost(ada);
    const comment = await writeComment(ada, post);
    const own = await writeComment(member, post);
    const contexts = [`comment:${post}`, `reply:${comment}`, `edit:${own}`];
    for (const context of contexts) await member.put(path(context), { text: `Unsent ${context}` });
    await ada.put(path(`edit:${post}`), { text: 'An edit' });
    await ada.delete(`/api/posts/comment/${post}/${comment}`);
    expect((await member.get(path(`reply:${comment}`))).body).not.toHaveProperty('post');
    expect((await member.get(path(`comment:${post}`))).body).toMatchObject({ post });
    await ada.delete(`/api/posts/${post}`);
    const { body } = await member.get('/api/drafts');
    expect(body.map((draft: object) => Object.keys(draft).sort())).toEqual(contexts.map(() => ['context', 'date', 'excerpt', 'version']));
    for (const context of contexts) expect((await member.get(path(context))).body).toMatchObject({ text: `Unsent ${context}` });
    const { body: edit } = await ada.get(path(`edit:${post}`));
    expect(edit).toMatchObject({ text: 'An edit' });
    expect(edit).not.toHaveProperty('post');
    expect(await member.get(`/api/posts/${post}`)).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('of a comment with replies leaves the draft of a further reply', async () => {
    const post = await writePost(ada);
    const comment = await writeComment(ada, post);
    await grace.post(`/api/posts/comment/${post}`, { text: 'A reply', parent: comment });
    await grace.put(path(`reply:${comment}`), { text: 'Unsent' });
    await ada.delete(`/api/posts/comment/${post}/${comment}`);
    const { body } = await grace.get(path(`reply:${comment}`));
    expect(body).toMatchObject({ text: 'Unsent' });
    expect(body).not.toHaveProperty('post');
  });

  test("of an account leaves other members' drafts on its posts and comments", async () => {
    const [leaving, member] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(leaving);
    const comment = await writeComment(leaving, await writePost(ada));
    for (const context of [`comment:${post}`, `reply:${comment}`]) await member.put(path(context), { text: 'Unsent' });
    await leaving.delete('/api/profile');
    const expected = [{ excerpt: 'Unsent' }, { excerpt: 'Unsent' }];
    expect((await member.get('/api/drafts')).body).toMatchObject(expected); // hidden
    await site.app.jobs.runDue();
    expect(await site.db.all`select id from posts where id = ${post}`).toEqual([]);
    const { body } = await member.get('/api/drafts');
    expect(body).toMatchObject(expected);
    for (const draft of body) expect(draft).not.toHaveProperty('post');
  });

  test('of the post does not stop its draft from being changed and deleted, but no draft can be created', async () => {
    const [member, other] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(ada);
    const { version } = (await member.put(path(`comment:${post}`), { text: 'Before' })).body;
    await ada.delete(`/api/posts/${post}`);
    const { status, body } = await member.put(path(`comment:${post}`), { text: 'After', version });
    expect({ status, body }).toMatchObject({ status: 200, body: { text: 'After', version: version + 1 } });
    expect(await other.put(path(`comment:${post}`), { text: 'New' })).toMatchObject(errorResponse(404, 'Post not found'));
    expect((await other.get(path(`comment:${post}`))).status).toBe(404);
    expect((await member.delete(path(`comment:${post}`))).status).toBe(200);
    expect(await member.put(path(`comment:${post}`), { text: 'Again' })).toMatchObject(errorResponse(404, 'Post not found'));
  });

  test('of the account deletes its drafts immediately', async () => {
    const member = await newMember();
    await member.put(path('post'), { text: 'x' });
    await member.delete('/api/profile');
    expect(await site.db.all`select context from drafts where user_id = ${member._id}`).toEqual([]);
  });
});
