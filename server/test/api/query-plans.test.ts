import { beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { Db, Reader, Transaction, Value } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { demoPassword, fill } from '../../src/demo/fill.ts';
import { readSettings } from '../../src/settings.ts';
import { onCleanup } from '../cleanup.ts';
import { type Client, clientOf } from '../client.ts';
import { crowd } from '../community.ts';
import { freshDatabase } from '../site.ts';

/*
 * What the site asks of the database stays as quick as the site grows: every statement of these requests goes by an index and reads no table from end to
 * end, and those that run at every request sort nothing either. As the engine itself plans them, over a community large enough to make it think.
 */

interface Asked {
  sql: TemplateStringsArray;
  values: Value[];
}

const asked = new Map<TemplateStringsArray, Asked>();
let db: Db;
let member: Client;
let post: string;
let user: string;

beforeAll(async () => {
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), ...(await freshDatabase()) };
  db = await openDb(settings);
  const community = makeCommunity({ members: 400, posts: 1500, seed: 1 });
  await fill(db, community);
  const app = await buildApp({ settings, db: listening(db) });
  await crowd({ app, db, settings }, 1000); // users and sessions, of which a community has more than of anything that is asked for at once
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

/** The database, and a note of each statement that it is given. */
function listening(real: Db): Db {
  const noting =
    <T>(act: (sql: TemplateStringsArray, ...values: Value[]) => Promise<T>) =>
    (sql: TemplateStringsArray, ...values: Value[]) => {
      asked.set(sql, { sql, values });
      return act(sql, ...values);
    };
  const read = ({ all, get }: Reader) => ({ all: noting(all) as Reader['all'], get: noting(get) as Reader['get'] });
  return {
    ...real,
    ...read(real),
    run: noting(real.run),
    transaction: (work) =>
      real.transaction((tx) => work({ ...read(tx), run: noting(tx.run), lock: noting(tx.lock) as Transaction['lock'] })),
  };
}

/** The engine's plan of a statement, a line a step. */
async function planOf({ sql, values }: Asked): Promise<string> {
  const explain = inject('engine') === 'postgres' ? 'explain' : 'explain query plan';
  const explained = Object.assign([`${explain} ${sql[0]}`, ...sql.slice(1)], { raw: [] });
  const rows = await db.all<{ detail?: string; 'QUERY PLAN'?: string }>(explained, ...values);
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}

/** Plans of all statements that a request leads to. */
async function plansOf(request: () => Promise<{ status: number }>): Promise<string[]> {
  asked.clear();
  expect((await request()).status).toBe(200);
  const statements = [...asked.values()].filter(({ sql }) => /^\s*(select|insert|update|delete)/.test(sql[0] ?? ''));
  expect(statements).not.toEqual([]);
  return Promise.all(statements.map(async (one) => `${one.sql.join('?').replace(/\s+/g, ' ').trim()}\n${await planOf(one)}`));
}

/** A table that is read from end to end. SQLite says the same word of a subquery or a constant row, which is none of ours. */
const tables = 'users|sessions|profiles|experiences|educations|posts|comments|likes';
const wholeTable = new RegExp(`^\\s*(SCAN (${tables}|[a-z])\\b|.*Seq Scan on)`, 'm');
const sorting = /TEMP B-TREE|^\s*(->\s*)?(Incremental )?Sort\b/m;

const reads: Array<[string, () => string]> = [
  ['who am I', () => '/api/auth'],
  ['the feed', () => '/api/posts'],
  ['the feed, counts only', () => '/api/posts?embed='],
  ['a post', () => `/api/posts/${post}`],
  ['the comments of a post', () => `/api/posts/${post}/comments`],
  ['the comments of a post, oldest first', () => `/api/posts/${post}/comments?order=oldest`],
  ['the likes of a post', () => `/api/posts/${post}/likes`],
  ['the developers', () => '/api/profile'],
  ['the developers, as cards', () => '/api/profile?embed='],
  ['a profile', () => `/api/profile/user/${user}`],
];

test.for(reads)('%s reads no table from end to end, with nothing kept', async ([, url]) => {
  for (const plan of await plansOf(() => member.get(url()))) expect(plan).not.toMatch(wholeTable);
});

test.for(reads)('%s sorts nothing once its JSON is kept', async ([, url]) => {
  await member.get(url());
  for (const plan of await plansOf(() => member.get(url()))) {
    expect(plan).not.toMatch(wholeTable);
    expect(plan).not.toMatch(sorting);
  }
});

if (inject('engine') === 'sqlite')
  test.for([
    ['posts', '/api/posts?embed='],
    ['profiles', '/api/profile'],
  ] as const)('which %s stand on a page is read from an index alone', async ([table, url]) => {
    const plans = await plansOf(() => member.get(url));
    expect(plans.filter((plan) => plan.includes(`USING COVERING INDEX ${table}_state`))).toHaveLength(1);
  });

if (inject('engine') === 'sqlite')
  test('reads the newest comments and likes of a post by that post, whatever else there is', async () => {
    await member.post(`/api/posts/comment/${post}`, { text: 'Not cached' });
    const plans = (await plansOf(() => member.get(`/api/posts/${post}`))).join('\n');
    for (const index of ['comments_post', 'likes_post']) expect(plans).toMatch(new RegExp(`INDEX ${index} \\(post_id=\\?\\)`));
    expect(plans).not.toMatch(/post_id>\?/);
  });

test.for<[string, () => Promise<{ status: number }>]>([
  ['a post', () => member.post('/api/posts', { text: 'Hello' })],
  ['a like', () => member.put(`/api/posts/like/${post}`)],
  ['an unlike', () => member.put(`/api/posts/unlike/${post}`)],
  ['a comment', () => member.post(`/api/posts/comment/${post}`, { text: 'Yes' })],
  ['a session’s end', () => member.delete('/api/auth')],
])('%s reads no table from end to end', async ([, request]) => {
  for (const plan of await plansOf(request)) expect(plan).not.toMatch(wholeTable);
});
