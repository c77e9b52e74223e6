import { beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { demoPassword, insertCommunity } from '../../src/demo/insert-community.ts';
import { readSettings } from '../../src/settings.ts';
import { onCleanup } from '../cleanup.ts';
import { type Client, clientOf } from '../client.ts';
import { createMembers } from '../members.ts';
import { recordingDb, type Statement } from '../recording-db.ts';
import { createDatabase, withoutLoadShedding } from '../site.ts';

/*
 * Queries scale with the database: every statement of these requests uses an index instead of a full table scan, and statements that run on every
 * request do not sort. Checks the query plans of the engine, with enough rows for the planner to prefer an index.
 */

const executed = new Map<TemplateStringsArray, Statement>();
let db: Db;
let member: Client;
let post: string;
let user: string;

beforeAll(async () => {
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), ...(await createDatabase()) };
  db = await openDb(settings);
  const community = makeCommunity({ members: 400, posts: 1500, seed: 1 });
  await insertCommunity(db, community);
  const recording = recordingDb(db, (statement) => executed.set(statement.sql, statement));
  const app = await buildApp({ settings, db: recording, bounds: withoutLoadShedding });
  await createMembers({ app, db, settings }, 1000); // enough users and sessions for a realistic plan
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 4000)
    insert into skills (name, key, members) select cast(number as text), cast(number as text), 1 from numbers`;
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 4000)
    insert into directory_changes (version, created_at) select -number, 0 from numbers`;
  await db.run`insert into post_html (post_id, renderer, html) select id, 1, text from posts where true on conflict do nothing`;
  await db.run`insert into comment_html (comment_id, renderer, html) select id, 1, text from comments`;
  await db.run`insert into comment_likes (comment_id, user_id, created_at) select id, user_id, created_at from comments`;
  await db.run`insert into deleted_comments (id, post_id, created_at) select id, post_id, created_at from likes`;
  await db.run`analyze`;
  onCleanup(async () => {
    await app.close();
    await db.close();
  });
  const { body } = await clientOf({ app }).post('/api/auth', { email: community.members[0]?.email, password: demoPassword });
  member = clientOf({ app }, body.token);
  post = (await member.get('/api/posts?limit=100')).body.at(-1)._id;
  user = (await member.get('/api/profile?limit=50')).body.at(-1).user._id;
}, 120_000);

/** Returns the query plan of a statement, one step per line. */
async function planOf({ sql, values }: Statement): Promise<string> {
  const explain = inject('engine') === 'postgres' ? 'explain' : 'explain query plan';
  const explained = Object.assign([`${explain} ${sql[0]}`, ...sql.slice(1)], { raw: [] });
  const rows = await db.all<{ detail?: string; 'QUERY PLAN'?: string }>(explained, ...values);
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}

/** Returns the query plans of all statements that a request executes. */
async function plansOf(request: () => Promise<{ status: number }>): Promise<string[]> {
  executed.clear();
  expect((await request()).status).toBe(200);
  const statements = [...executed.values()].filter(({ sql }) => /^\s*(select|insert|update|delete)/.test(sql[0] ?? ''));
  expect(statements).not.toEqual([]);
  return Promise.all(statements.map(async (one) => `${one.sql.join('?').replace(/\s+/g, ' ').trim()}\n${await planOf(one)}`));
}

/** A full table scan. SQLite also reports SCAN for subqueries and constant rows, which are not in this list of tables. */
const tables = 'users|sessions|profiles|experiences|educations|posts|comments|deleted_comments|likes';
const fullScan = new RegExp(`^\\s*(SCAN (${tables}|[a-z])\\b|.*Seq Scan on (?!site\\b|directory_version\\b))`, 'm'); // these have one row
const sorting = /TEMP B-TREE|^\s*(->\s*)?(Incremental )?Sort\b/m;

const reads: Array<[string, () => string]> = [
  ['the current user', () => '/api/auth'],
  ['the feed', () => '/api/posts'],
  ['the feed, counts only', () => '/api/posts?embed='],
  ['a post', () => `/api/posts/${post}`],
  ['the comments of a post', () => `/api/posts/${post}/comments`],
  ['the comments of a post, oldest first', () => `/api/posts/${post}/comments?order=oldest`],
  ['the threads of a post', () => `/api/posts/${post}/threads`],
  ['the threads of a post, oldest first', () => `/api/posts/${post}/threads?order=oldest`],
  ['the likes of a post', () => `/api/posts/${post}/likes`],
  ['the developers', () => '/api/profile'],
  ['the developers, as cards', () => '/api/profile?embed='],
  ['the developers, filtered', () => '/api/profile?status=Developer&sort=name&embed='],
  ['the numbers of developers', () => '/api/profile/facets?status=Developer'],
  ['a profile', () => `/api/profile/user/${user}`],
];

test.for(reads)('%s needs no full table scan with empty caches', async ([, url]) => {
  for (const plan of await plansOf(() => member.get(url()))) expect(plan).not.toMatch(fullScan);
});

test.for(reads)('%s needs no sorting once its JSON is cached', async ([, url]) => {
  await member.get(url());
  for (const plan of await plansOf(() => member.get(url()))) {
    expect(plan).not.toMatch(fullScan);
    expect(plan).not.toMatch(sorting);
  }
});

if (inject('engine') === 'sqlite')
  test.for([
    ['posts', '/api/posts?embed='],
    ['profiles', '/api/profile'],
  ] as const)('a page of %s is selected from a covering index', async ([table, url]) => {
    const plans = await plansOf(() => member.get(url));
    expect(plans.filter((plan) => plan.includes(`USING COVERING INDEX ${table}_state`))).toHaveLength(1);
  });

test('suggests skills from the most used ones and from those with the prefix, both in the order of an index', async () => {
  const planFor = async (url: string) => (await plansOf(() => member.get(url))).find((plan) => plan.includes('from skills')) ?? '';
  const plan = await planFor('/api/skills?q=7');
  for (const index of ['skills_members', 'skills_key'])
    expect(plan).toMatch(
      new RegExp(inject('engine') === 'postgres' ? `Index (Only )?Scan (using|on) ${index}\\b` : `COVERING INDEX ${index}\\b`),
    );
  const popular = await planFor('/api/skills');
  expect(popular).toMatch(/skills_members/);
  expect(popular).not.toMatch(sorting);
});

test('reads the changes of the directory in the order of an index', async () => {
  await member.get('/api/profile/facets');
  const profile = { status: 'Developer', skills: 'Rust' };
  const changed = await plansOf(async () => {
    await member.post('/api/profile', profile);
    return member.get('/api/profile/facets');
  });
  expect(changed.some((plan) => plan.includes('from directory_changes'))).toBe(true);
  for (const plan of changed) expect(plan).not.toMatch(fullScan);
});

test('reads the newest comments and likes of each post in the order of an index, however many there are', async () => {
  await member.post(`/api/posts/comment/${post}`, { text: 'Not cached' });
  const plans = await plansOf(() => member.get('/api/posts?limit=100'));
  for (const index of ['comments_post', 'likes_post']) {
    const plan = plans.find((text) => text.includes('string_agg') && text.includes(index)) ?? '';
    expect(plan).toMatch(inject('engine') === 'postgres' ? `Index Scan using ${index} on` : `INDEX ${index} (post_id=?)`);
    expect(plan).not.toMatch(/^\s*(->\s*)?(Incremental )?Sort\b|TEMP B-TREE FOR ORDER BY/m);
  }
});

test.for<[string, () => Promise<{ status: number }>]>([
  ['a post', () => member.post('/api/posts', { text: 'Hello' })],
  ['a like', () => member.put(`/api/posts/like/${post}`)],
  ['an unlike', () => member.put(`/api/posts/unlike/${post}`)],
  ['a comment', () => member.post(`/api/posts/comment/${post}`, { text: 'Yes' })],
  ['a sign-out', () => member.delete('/api/auth')],
])('%s needs no full table scan', async ([, request]) => {
  for (const plan of await plansOf(request)) expect(plan).not.toMatch(fullScan);
});
