import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMembers, type TestMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

/* The field `draft` of a request that sends a text. */

const site = await openSite();
let grace: TestMember;
beforeAll(async () => {
  [grace] = (await createMembers(site, 1)) as [TestMember];
});

const newMember = async () => (await createMembers(site, 1))[0] as TestMember;
const save = async (member: TestMember, context: string, text = 'Unsent'): Promise<{ context: string; version: number }> => {
  const { context: saved, version } = (await member.put(`/api/drafts/${context}`, { text })).body;
  return { context: saved, version };
};
const contextsOf = async (member: TestMember): Promise<string[]> =>
  (await member.get('/api/drafts')).body.map(({ context }: { context: string }) => context).sort();

interface Sender {
  /** The context that the browser uses. */
  context: string;
  /** Sends a text. With the same key, or the same text in an edit, the request is a repeated one. */
  send: (body: object, key?: string) => Promise<TestResponse>;
  /** What the server stores of the text. */
  read: () => Promise<unknown>;
}

/** The four requests that send a text. */
const senders = {
  'POST /api/posts': async (member: TestMember): Promise<Sender> => ({
    context: 'post',
    send: (body, key) => member.post('/api/posts', { text: 'Sent', ...body }, key ? { 'idempotency-key': key } : {}),
    read: async () => (await member.get(`/api/posts?author=${member._id}`)).body,
  }),
  'PATCH /api/posts/{id}': async (member: TestMember): Promise<Sender> => {
    const post = await writePost(member);
    return {
      context: `edit:${post}`,
      send: (body) => member.patch(`/api/posts/${post}`, { text: 'Sent', version: 1, ...body }),
      read: async () => (await member.get(`/api/posts/${post}`)).body,
    };
  },
  'POST /api/posts/comment/{postId}': async (member: TestMember): Promise<Sender> => {
    const post = await writePost(grace);
    return {
      context: `comment:${post}`,
      send: (body, key) => member.post(`/api/posts/comment/${post}`, { text: 'Sent', ...body }, key ? { 'idempotency-key': key } : {}),
      read: async () => (await member.get(`/api/posts/${post}/comments`)).body,
    };
  },
  'PATCH /api/posts/comment/{postId}/{commentId}': async (member: TestMember): Promise<Sender> => {
    const post = await writePost(grace);
    const [{ _id }] = (await member.post(`/api/posts/comment/${post}`, { text: 'Hi' })).body;
    return {
      context: `edit:${_id}`,
      send: (body) => member.patch(`/api/posts/comment/${post}/${_id}`, { text: 'Sent', version: 1, ...body }),
      read: async () => (await member.get(`/api/posts/${post}/comments`)).body,
    };
  },
} satisfies Record<string, (member: TestMember) => Promise<Sender>>;

describe.for(Object.entries(senders))('%s', ([, senderOf]) => {
  const set = async () => {
    const member = await newMember();
    return { member, ...(await senderOf(member)) };
  };

  test('deletes the draft that it names, and no other', async () => {
    const { member, context, send } = await set();
    const other = await save(member, `post:${crypto.randomUUID()}`);
    const draft = await save(member, context);
    expect((await send({ draft })).status).toBe(200);
    expect(await contextsOf(member)).toEqual([other.context]);
  });

  test('deletes no draft without the field', async () => {
    const { member, context, send } = await set();
    await save(member, context);
    for (const body of [{}, { draft: null }]) expect((await send(body)).status).toBe(200);
    expect(await contextsOf(member)).toEqual([context]);
  });

  test('leaves a draft that was changed since', async () => {
    const { member, context, send } = await set();
    const draft = await save(member, context);
    const { body: newer } = await member.put(`/api/drafts/${context}`, { text: 'On the phone', version: draft.version });
    expect((await send({ draft })).status).toBe(200);
    expect((await member.get(`/api/drafts/${context}`)).body).toEqual(newer);
  });

  test('accepts a draft that does not exist', async () => {
    const { context, send } = await set();
    expect((await send({ draft: { context, version: Number.MAX_SAFE_INTEGER } })).status).toBe(200);
    expect((await send({ draft: { context: 'post', version: 1e300 } })).status).toBe(200);
  });

  test('deletes the draft if the request is repeated, which changes nothing else', async () => {
    const { member, context, send, read } = await set();
    expect((await send({ draft: await save(member, context) }, 'a-key')).status).toBe(200);
    const before = await read();
    const again = await save(member, context, 'Saved before the lost response');
    expect((await send({ draft: again }, 'a-key')).status).toBe(200);
    expect(await contextsOf(member)).toEqual([]);
    expect(await read()).toEqual(before);
  });

  test("never deletes another member's draft", async () => {
    const { member, context, send } = await set();
    const other = await newMember();
    const draft = await save(member, context);
    await site.db.run`
      insert into drafts (user_id, context, text, version, updated_at) values (${other._id}, ${context}, 'Private', ${draft.version}, 1)`;
    const { body: stored } = await other.get(`/api/drafts/${context}`);
    expect((await send({ draft }, 'a-key')).status).toBe(200);
    expect((await send({ draft }, 'a-key')).status).toBe(200);
    expect((await other.get(`/api/drafts/${context}`)).body).toEqual(stored);
  });

  test('returns 400 for a malformed draft, and stores nothing', async () => {
    const { context, send, read } = await set();
    const before = await read();
    const malformed = [
      [{ context }, 'Draft version is required'],
      [{ version: 1 }, 'Draft context is required'],
      [{ context, version: 0 }, 'Draft version must be at least 1'],
      [{ context, version: '1' }, 'Draft version must be a whole number'],
      [{ context: 'posts', version: 1 }, 'Draft context is not valid'],
      ['post', 'Draft must have a context and a version'],
    ];
    for (const [draft, msg] of malformed)
      expect(await send({ draft }), JSON.stringify(draft)).toMatchObject({ status: 400, body: { errors: [{ field: 'draft', msg }] } });
    expect(await read()).toEqual(before);
  });

  test('leaves the draft if the text is refused', async () => {
    const { member, context, send } = await set();
    const draft = await save(member, context);
    expect((await send({ draft, text: 'x'.repeat(limits.postText + 1) })).status).toBe(400);
    expect(await contextsOf(member)).toEqual([context]);
  });
});

const edits = ['PATCH /api/posts/{id}', 'PATCH /api/posts/comment/{postId}/{commentId}'] as const;

describe('the draft stays', () => {
  test.for(edits)('if %s is based on another version', async (name) => {
    const member = await newMember();
    const { context, send } = await senders[name](member);
    await send({ text: 'On the phone' });
    const draft = await save(member, context);
    expect((await send({ draft })).status).toBe(409);
    expect(await contextsOf(member)).toEqual([context]);
  });

  test.for(edits)('if %s fails after its deletion, because both are one transaction', async (name) => {
    const member = await newMember();
    const { context, send } = await senders[name](member);
    const draft = await save(member, context);
    const [id, version] = [context.slice('edit:'.length), limits.versions];
    await site.db.run`update posts set version = ${version} where id = ${id}`;
    await site.db.run`update comments set version = ${version} where id = ${id}`;
    expect((await send({ draft, version })).body.code).toBe('versionsFull');
    expect(await contextsOf(member)).toEqual([context]);
  });

  test('if the post is closed for comments, or its parent is gone', async () => {
    const member = await newMember();
    const post = await writePost(grace);
    const draft = await save(member, `comment:${post}`);
    const answer = await member.post(`/api/posts/comment/${post}`, { text: 'Sent', parent: post, draft });
    expect(answer.body.code).toBe('commentNotFound');
    await grace.patch(`/api/posts/${post}`, { commentsClosed: true, version: 1 });
    expect((await member.post(`/api/posts/comment/${post}`, { text: 'Sent', draft })).body.code).toBe('commentsClosed');
    expect(await contextsOf(member)).toEqual([draft.context]);
  });
});

test('the images of a draft that was sent are no longer in use', async () => {
  const member = await newMember();
  const { context, send } = await senders['POST /api/posts'](member);
  const { payload, headers } = await formOf({ file: await image() });
  const uploaded = await site.app.inject({
    ...{ method: 'POST', url: '/api/media', payload },
    headers: { ...headers, 'x-auth-token': member.token },
  });
  const draft = await save(member, context, `![](${uploaded.json().url})`);
  const references = () => site.db.all`select media_id from media_references where owner = ${`${member._id}/${context}`}`;
  expect(await references()).toHaveLength(1);
  expect((await send({ draft })).status).toBe(200);
  expect(await references()).toEqual([]);
});
