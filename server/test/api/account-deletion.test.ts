import { beforeAll, describe, expect, test } from 'vitest';
import { deleteAccountBatch } from '../../src/features/deletion/batches.ts';
import { features } from '../../src/features.ts';
import type { Transaction } from '../../src/platform/db/db.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, password, saveProfile, signIn, type TestMember, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);

/** A statement made at run time, as the template that the seam takes. */
const sql = (text: string): TemplateStringsArray => Object.assign([text], { raw: [text] });

/** Everything in every table that there is, as text, to look for what should be gone. */
async function everything(): Promise<string> {
  const { db } = site;
  const tables = await (db.engine === 'sqlite'
    ? db.all<{ name: string }>`select name from sqlite_schema where type = 'table'`
    : db.all<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`);
  expect(tables.length).toBeGreaterThanOrEqual(8);
  return JSON.stringify(await Promise.all(tables.map(({ name }) => db.all(sql(`select * from ${name}`)))));
}

/** Runs the deletion, after which no row has these ids. */
async function expectGone(...ids: string[]): Promise<void> {
  await site.app.jobs.runDue();
  // The queue of live updates has ids, for an hour.
  await site.db.run`update live_events set created_at = 1`;
  await runRecurring(site, 'live.purge');
  const left = await everything();
  for (const id of ids) expect(left).not.toContain(id);
}

describe('deleting the account', () => {
  let ada: TestMember;
  let grace: TestMember;
  let phone: TestMember;
  let kept: string;
  let hers: string;

  beforeAll(async () => {
    [ada, grace] = await Promise.all([createMember(site, 'Ada'), createMember(site, 'Grace')]);
    phone = await signIn(site, ada);
    await saveProfile(ada);
    await saveProfile(grace);
    await ada.put('/api/profile/experience', { title: 'T', company: 'C', from: '2020-01-01' });
    await ada.put('/api/profile/education', { school: 'S', degree: 'D', from: '2020-01-01' });
    [kept, hers] = [await writePost(grace, 'Stays'), await writePost(ada, 'Goes')];
    for (const member of [ada, grace]) {
      for (const post of [kept, hers]) {
        await member.put(`/api/posts/like/${post}`);
        await member.post(`/api/posts/comment/${post}`, { text: `By ${member.name}` });
      }
    }
    await ada.post(`/api/posts/comment/${kept}`, { text: 'And again' });
  });

  test('is refused to a visitor, and nothing goes', async () => {
    const before = await everything();
    expect(await visitor.delete('/api/profile')).toMatchObject({ status: 401 });
    expect(await everything()).toBe(before);
  });

  test('leaves nothing of the member anywhere', async () => {
    expect(await ada.delete('/api/profile')).toMatchObject({ status: 200, body: { msg: 'User deleted' } });
    expect(await everything()).not.toContain(ada.email);
    await expectGone(ada._id, hers);
    expect(await everything()).toContain(grace._id);
  });

  test('ends every session immediately', async () => {
    for (const session of [ada, phone]) expect(await session.get('/api/auth')).toMatchObject(errorResponse(401, 'Token is not valid'));
    expect(await visitor.post('/api/auth', { email: ada.email, password })).toMatchObject(errorResponse(400, 'Invalid Credentials'));
  });

  test('takes the profile out of sight', async () => {
    expect(await visitor.get(`/api/profile/user/${ada._id}`)).toMatchObject(errorResponse(404, 'Profile not found'));
    expect((await visitor.get('/api/profile')).body.map(({ user }: { user: TestMember }) => user._id)).toEqual([grace._id]);
  });

  test('leaves others’ posts with what others said, and right counts', async () => {
    expect((await grace.get('/api/posts')).body).toEqual([(await grace.get(`/api/posts/${kept}`)).body]);
    expect((await grace.get(`/api/posts/${kept}`)).body).toMatchObject({
      likeCount: 1,
      commentCount: 1,
      likes: [{ user: grace._id }],
      comments: [{ text: 'By Grace' }],
    });
  });

  test('frees the e-mail for a new account, which starts empty', async () => {
    const again = await createMember(site, 'Ada');
    expect(again._id).not.toBe(ada._id);
    expect((await again.get('/api/profile/me')).status).toBe(404);
  });
});

/** Every post's counts are those of its lists. */
async function expectExactCounts(): Promise<void> {
  const wrong = await site.db.all`
    select id from posts p where like_count <> (select count(*) from likes where post_id = p.id)
      or comment_count <> (select count(*) from comments where post_id = p.id)`;
  expect(wrong).toEqual([]);
}

test('the response to a like counts no like of the deleted account, before its rows are gone', async () => {
  const [author, fan] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const post = await writePost(author);
  await fan.put(`/api/posts/${post}/like`);
  await fan.delete('/api/profile');
  expect((await author.put(`/api/posts/${post}/like`)).body).toEqual({ likeCount: 1, viewer: { liked: true } });
  expect((await author.get(`/api/posts/${post}`)).body.likeCount).toBe(1);
  expect((await author.delete(`/api/posts/${post}/like`)).body).toEqual({ likeCount: 0, viewer: { liked: false } });
});

test('succeeds once for two concurrent requests; the other returns 401', async () => {
  const twice = await createMember(site, 'Twice');
  const responses = await Promise.all([twice.delete('/api/profile'), twice.delete('/api/profile')]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  await expectGone(twice._id);
});

test('leaves no orphaned rows and exact counts while the member likes, comments and posts', async () => {
  const [author, ...people] = await createMembers(site, 13);
  const post = await writePost(author as TestMember);
  const acts = people.flatMap((person) => [
    person.put(`/api/posts/like/${post}`),
    person.post(`/api/posts/comment/${post}`, { text: 'Racing' }),
    person.delete('/api/profile'),
    person.put(`/api/posts/unlike/${post}`),
    person.post('/api/posts', { text: 'Racing' }),
    person.post('/api/profile', { status: 'Developer', skills: 'Racing' }),
    person.put(`/api/posts/like/${post}`),
  ]);
  for (const { status } of await Promise.all(acts)) expect([200, 401]).toContain(status);
  await expectGone(...people.map(({ _id }) => _id));
  await expectExactCounts();
});

test('succeeds for ten members concurrently who like each other’s posts', async () => {
  const people = await createMembers(site, 10);
  const posts = await Promise.all(people.map((person) => writePost(person)));
  await Promise.all(people.flatMap((person) => posts.map((post) => person.put(`/api/posts/like/${post}`))));
  const responses = await Promise.all(people.map((person) => person.delete('/api/profile')));
  expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200));
  await expectGone(...people.map(({ _id }) => _id), ...posts);
  await expectExactCounts();
});

describe('a write that was authenticated before the account was deleted', () => {
  const writes: Array<[string, (member: TestMember, post: string) => Promise<{ status: number }>]> = [
    ['a post', (member) => member.post('/api/posts', { text: 'Late' })],
    ['a post with a key', (member) => member.post('/api/posts', { text: 'Late' }, { 'idempotency-key': 'late' })],
    ['a comment', (member, post) => member.post(`/api/posts/comment/${post}`, { text: 'Late' })],
    ['a like', (member, post) => member.put(`/api/posts/like/${post}`)],
    ['a profile', (member) => member.post('/api/profile', { status: 'Developer', skills: 'Late' })],
    ['a résumé', (member) => member.put('/api/profile/resume', { resume: '{"basics":{"label":"Late"}}', skills: 'Late' })],
    ['a password', (member) => member.put('/api/auth/password', { current: password, password: 'another horse battery' })],
  ];

  test.for(writes)('returns 401 for %s, and writes nothing', async ([, write]) => {
    const [late, reader] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(reader);
    const { transaction, run } = site.db;
    // The first write of this request waits until the account is deleted by another one.
    const restore = () => Object.assign(site.db, { transaction, run });
    const first = async () => {
      restore();
      expect(await late.delete('/api/profile')).toMatchObject({ status: 200 });
    };
    site.db.transaction = async (work) => first().then(() => transaction(work));
    site.db.run = async (sql, ...values) => first().then(() => run(sql, ...values));
    expect(await write(late, post)).toMatchObject(errorResponse(401, 'Token is not valid'));
    restore();
    await expectGone(late._id);
    expect((await reader.get(`/api/posts/${post}`)).body).toMatchObject({ likeCount: 0, commentCount: 0 });
    expect((await visitor.get('/api/profile')).body.map(({ user }: { user: TestMember }) => user._id)).not.toContain(late._id);
  });
});

if (site.db.engine === 'postgres')
  test('likes that are removed during the deletion of the account count once', async () => {
    const [author, fan] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const post = await writePost(author);
    const comment = (await author.post(`/api/posts/comment/${post}`, { text: 'First' })).body[0]._id;
    await fan.put(`/api/posts/like/${post}`);
    await fan.put(`/api/comments/${comment}/like`);
    await site.db.run`update users set deleted_at = 1 where id = ${fan._id}`;
    await site.db.run`delete from search_documents where user_id = ${fan._id}`;
    await site.db.run`delete from notifications where actor_id = ${fan._id}`;
    for (const remove of [
      async (tx: Transaction) => {
        await tx.run`delete from comment_likes where user_id = ${fan._id}`;
        await tx.run`update comments set like_count = 0 where id = ${comment}`;
      },
      async (tx: Transaction) => {
        await tx.run`delete from likes where user_id = ${fan._id}`;
        await tx.run`update posts set like_count = 0 where id = ${post}`;
      },
    ]) {
      let deletion: Promise<unknown> | undefined;
      await site.db.transaction(async (tx) => {
        await tx.lock`select id from posts where id = ${post}`;
        await remove(tx);
        deletion ??= site.db.transaction((other) => deleteAccountBatch(other, features, fan._id));
        while (!(await tx.get`select pid from pg_locks where not granted`));
      });
      await deletion;
    }
    expect((await author.get(`/api/posts/${post}`)).body).toMatchObject({ likeCount: 0, comments: [{ likeCount: 0 }] });
  });
