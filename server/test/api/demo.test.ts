import { expect, test } from 'vitest';
import { makeCommunity } from '../../src/demo/community.ts';
import { demoPassword, insertCommunity } from '../../src/demo/insert-community.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { clientOf } from '../client.ts';
import { signUp } from '../members.ts';
import { createDatabase, openSite } from '../site.ts';

const sizes = { members: 30, posts: 150, seed: 7 };

/** Everything except the password hash, whose salt is random. */
async function contents(db: Db): Promise<unknown[]> {
  return [
    await db.all`select id, name, email, email_key, created_at from users order by id`,
    await db.all`select * from profiles order by id`,
    await db.all`select * from experiences order by id`,
    await db.all`select * from educations order by id`,
    await db.all`select * from posts order by id`,
    await db.all`select * from comments order by id`,
    await db.all`select * from likes order by id`,
    await db.all`select * from notifications order by id, user_id, kind`,
  ];
}

async function createDemo(options: typeof sizes) {
  const db = await openDb(await createDatabase());
  const made = await insertCommunity(db, makeCommunity(options));
  const everything = await contents(db);
  await db.close();
  return { made, everything };
}

test('a demo community depends only on its seed and sizes', async () => {
  const [one, two, other] = [await createDemo(sizes), await createDemo(sizes), await createDemo({ ...sizes, seed: 8 })];
  expect(two.everything).toEqual(one.everything);
  expect(other.everything[0]).not.toEqual(one.everything[0]);
  expect(other.everything[4]).not.toEqual(one.everything[4]);
});

test('a demo community has the requested sizes and about five likes and three comments per post', async () => {
  const { made, everything } = await createDemo(sizes);
  expect(made).toMatchObject({ members: 30, posts: 150 });
  expect(everything.map((rows) => (rows as unknown[]).length)).toEqual([
    made.members,
    made.profiles,
    expect.any(Number),
    expect.any(Number),
    made.posts,
    made.comments,
    made.likes,
    expect.any(Number),
  ]);
  expect(Math.round(made.likes / made.posts)).toBeOneOf([4, 5, 6]);
  expect(Math.round(made.comments / made.posts)).toBeOneOf([2, 3, 4]);
});

test('a demo community ends at the given time', () => {
  const end = Date.UTC(2031, 0, 1);
  const { members, follows, posts } = makeCommunity({ ...sizes, end });
  const times = [
    ...members.map(({ joined }) => joined),
    ...follows.members.map(({ created }) => created),
    ...[...posts()].flatMap((post) => [post.created, ...[...post.likes, ...post.comments].map(({ created }) => created)]),
  ];
  expect(Math.max(...times)).toBeLessThan(end);
  expect(Math.max(...times)).toBeGreaterThan(end - 7 * 24 * 3_600_000);
  expect(
    members
      .flatMap(({ profile }) => profile?.experience.map(({ from }) => from) ?? [])
      .sort()
      .at(-1),
  ).toMatch(/^2030-/);
});

const site = await openSite();

test('a demo community can be read through the API, and found as soon as the jobs of the running site have run', async () => {
  await site.app.jobs.runDue();
  await insertCommunity(site.db, makeCommunity(sizes));
  while ((await site.app.jobs.runDue()) > 0);
  expect((await clientOf(site).get('/api/search?type=people&q=demo')).body).not.toEqual([]);
  const { status, body } = await clientOf(site).post('/api/auth', { email: 'demo@example.com', password: demoPassword });
  expect(status).toBe(200);
  const member = clientOf(site, body.token);
  expect((await member.get('/api/profile/me')).status).toBe(200);

  const { body: notifications } = await member.get('/api/notifications?limit=100');
  expect(new Set(notifications.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(['like', 'reply', 'comment', 'follow', 'signIn']),
  );
  expect(new Set(notifications.map(({ read }: { read: boolean }) => read))).toEqual(new Set([true, false]));

  const posts = [];
  for (let path: string | undefined = '/api/posts?limit=100'; path; ) {
    const page = await member.get(path);
    posts.push(...page.body);
    path = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
  }
  expect(posts).toHaveLength(sizes.posts);
  for (const post of posts) {
    expect(post.likes).toHaveLength(post.likeCount);
    expect(post.comments).toHaveLength(post.commentCount);
  }
  const dates = posts.map((post) => post.date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(Math.max(...posts.map((post) => post.likeCount))).toBe(sizes.members);
  expect(Math.max(...posts.map((post) => post.text.split(/\s+/).length))).toBeGreaterThan(4500);
});

test('a demo community is not created in a database that has users', async () => {
  const populated = await openSite();
  await signUp(populated, 'Ada');
  const before = await contents(populated.db);
  await expect(insertCommunity(populated.db, makeCommunity(sizes))).rejects.toThrow('This database already has users.');
  expect(await contents(populated.db)).toEqual(before);
});
