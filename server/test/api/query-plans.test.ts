import { limits } from '@dev-connector/contract';
import { beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { demoPassword, insertCommunity } from '../../src/demo/insert-community.ts';
import { createMailedLink } from '../../src/features/accounts/mail/links.ts';
import { findFollowers } from '../../src/features/follows/feed-followers.ts';
import { readPosition, replayAfter } from '../../src/features/live/queue.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { onCleanup } from '../cleanup.ts';
import { type Client, clientOf } from '../client.ts';
import { createMembers, type TestMember } from '../members.ts';
import { recordingDb, type Statement } from '../recording-db.ts';
import { createDatabase, withoutLoadShedding } from '../site.ts';

/*
 * Queries scale with the database: every statement of these requests uses an index instead of a full table scan, and statements that run on every
 * request do not sort. Checks the query plans of the engine, with enough rows for the planner to prefer an index.
 */

const executed = new Map<TemplateStringsArray, Statement>();
let db: Db;
let recording: Db;
let app: Awaited<ReturnType<typeof buildApp>>;
let member: Client;
let visitor: Client;
let few: TestMember;
let post: string;
let user: string;
let handle: string;
let after: string;
const lastTag = '0192e522-5974-735c-bd61-9df7d317b0b3';

beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example', UNVERIFIED_ACCOUNTS: 'full' };
  const settings = { ...readSettings({ LOG_LEVEL: 'silent', ...mail }), ...(await createDatabase()) };
  db = await openDb(settings);
  const community = makeCommunity({ members: 400, posts: 1500, seed: 1 });
  await insertCommunity(db, community);
  // The rows below replace these.
  await db.run`delete from post_tags`;
  await db.run`delete from tags`;
  await db.run`delete from tag_follows`;
  await db.run`delete from user_follows`;
  await db.run`delete from follow_states`;
  await db.run`delete from bookmarks`;
  await db.run`update posts set pinned_at = null`;
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 5000)
    insert into live_events (entries, created_at) select '[]', 1 from numbers`;
  recording = recordingDb(db, (statement) => executed.set(statement.sql, statement));
  app = await buildApp({ settings, db: recording, loadLimits: withoutLoadShedding, worker: false });
  [few] = (await createMembers({ app, db, settings }, 1000)) as [TestMember]; // enough users and sessions for a realistic plan
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 4000)
    insert into skills (name, key, members) select cast(number as text), cast(number as text), 1 from numbers`;
  await db.run`insert into post_html (post_id, renderer, html) select id, 1, text from posts where true on conflict do nothing`;
  await db.run`insert into comment_html (comment_id, renderer, html) select id, 1, text from comments`;
  await db.run`insert into comment_likes (comment_id, user_id, created_at) select id, user_id, created_at from comments`;
  const followed = await db.all<{ id: string }>`select id from users order by id limit 300`;
  const author = followed[0]?.id ?? '';
  for (const tag of ['rust', 'go', 'sql', 'muted'])
    await db.run`
      insert into post_tags (tag, post_id, position, is_field) select ${tag}, id, length(${tag}), 1 from posts where substr(id, 36, 1) > ${tag === 'muted' ? 'e' : '7'}`;
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 2000)
    insert into tags (id, name, posts, used_at) select cast(number as text), 'tag-' || number, 1, number from numbers`;
  await db.run`insert into tags (id, name, posts, used_at) values (${lastTag}, 'rust', 1, 1)`;
  await db.run`insert into tag_aliases (alias, tag) select 'alias-' || name, name from tags`;
  await db.run`
    insert into user_follows (id, follower_id, followee_id, created_at)
    select substr(a.id, 1, 18) || substr(b.id, 19), a.id, b.id, 1 from users a cross join users b where a.id <= ${followed[9]?.id ?? ''} and b.id <= ${followed[299]?.id ?? ''}`;
  await db.run`insert into follow_states (user_id, following) select id, 300 from users`;
  await db.run`insert into tag_follows (user_id, tag, created_at) select u.id, t.name, 1 from users u join tags t on t.name in ('rust', 'go', 'tag-1')`;
  await db.run`insert into tag_mutes (user_id, tag, created_at) select u.id, t.tag, 1 from users u cross join (select distinct tag from post_tags where tag = 'muted') t`;
  await db.run`insert into top_posts (period, post_id, score) select 'week', id, created_at from posts`;
  await db.run`insert into top_posts (period, post_id, score) select 'public', id, created_at from posts`;
  await db.run`insert into top_posts (period, post_id, score) select 'year', id, created_at from posts where user_id <> ${author}`;
  await db.run`insert into bookmarks (user_id, post_id, folder, created_at) select user_id, post_id, 'F', created_at from likes`;
  await db.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id)
    select p.user_id, 'like', l.user_id, p.id, l.id, p.id from likes l join posts p on p.id = l.post_id on conflict do nothing`;
  await db.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id)
    select p.user_id, 'like', c.user_id, c.id, c.id, p.id, c.id from comments c join posts p on p.id = c.post_id`;
  await db.run`
    insert into notifications (user_id, kind, actor_id, subject, id)
    select followee_id, 'follow', follower_id, follower_id, id from user_follows where true on conflict do nothing`;
  await db.run`
    insert into mentions (text_id, handle, user_id, post_id, comment_id)
    select c.id, 'a', p.user_id, p.id, c.id from comments c join posts p on p.id = c.post_id`;
  await db.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id)
    select m.user_id, 'mention', c.user_id, c.id, c.id, c.post_id, c.id from mentions m join comments c on c.id = m.comment_id`;
  await db.run`update notifications set read_at = 1 where substr(id, 36, 1) > '3'`;
  await db.run`insert into post_watches (post_id, user_id, state, created_at) select post_id, user_id, 'watched', 1 from likes`;
  await db.run`insert into notification_settings (user_id, kind, channel, is_on) select id, 'like', 'email', 0 from users`;
  await db.run`update users set email_verified_at = 1`;
  await db.run`
    insert into mail_settings (user_id, frequency, time_zone, unsubscribe_token, next_digest_at, seen_at)
    select id, 'daily', 'UTC', id || '0123456', case when number % 40 = 0 then 1 else cast(${Number.MAX_SAFE_INTEGER} as bigint) end, cast(${Date.now()} as bigint)
    from (select id, row_number() over (order by id) as number from users) numbered where number % 8 <> 1`; // ten are due, since the plan depends on their number
  await db.run`insert into mailed_discussions (user_id, discussion, mailed_at) select user_id, id, cast(${Date.now()} as bigint) from posts`;
  await db.run`update posts set pinned_at = 1 where substr(id, 36, 1) = 'a' and user_id <> ${author}`;
  await db.run`insert into deleted_comments (id, post_id, created_at) select id, post_id, created_at from likes`;
  await db.run`
    insert into search_documents
    select row_number() over (order by id), id, user_id, id, null, 1, ${inject('engine') === 'postgres' ? sql`''` : sql`'', ''`} from posts`;
  await db.run`update posts set visibility = 'public', published_at = created_at where cast(substr(id, 36, 1) as text) < '4'`;
  await db.run`update comments set visibility = 'public', is_public = 1 where cast(substr(id, 36, 1) as text) < '8'`;
  await db.run`update post_tags set published_at = (select published_at from posts where id = post_id and visibility = 'public')`;
  await db.run`analyze`;
  onCleanup(async () => {
    await app.close();
    await db.close();
  });
  visitor = clientOf({ app });
  const { body } = await visitor.post('/api/auth', { email: community.members[0]?.email, password: demoPassword });
  member = clientOf({ app }, body.token);
  post = (await member.get('/api/posts?limit=100')).body.at(-1)._id;
  ({ _id: user, handle } = (await member.get('/api/profile?limit=50')).body.at(-1).user);
  const { link } = (await member.get('/api/posts/public')).headers;
  after = new URL(/<(.*)>/.exec(String(link))?.[1] ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
  await db.run`
    insert into user_follows (id, follower_id, followee_id, created_at) select 'f' || substr(id, 2), id, ${user}, 1 from users where id <> ${user}
    on conflict (follower_id, followee_id) do nothing`;
  await db.run`
    insert into user_follows (id, follower_id, followee_id, created_at)
    select 'e' || substr(id, 2), ${user}, id, 1 from users where id <> ${user} on conflict do nothing`;
  await db.run`
    insert into mailed_links (secret_hash, purpose, user_id, mail_id, email, created_at, expires_at)
    select id, 'verify', id, id, 'someone@example.org', 1, ${Date.now() + 3_600_000} from users`;
  await db.run`analyze`;
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
const tables =
  'users|sessions|mailed_links|password_resets|profiles|experiences|educations|posts|comments|deleted_comments|likes|tags|post_tags|tag_aliases|tag_follows|tag_mutes|user_follows|follow_states|mentions|comment_likes|notifications|post_watches|notification_settings|mail_settings|mailed_discussions|top_posts|bookmarks|handle_claims|live_events';
const fullScan = new RegExp(`^\\s*(SCAN (${tables}|[a-z])\\b|.*Seq Scan on (?!(site|jobs|skill_aliases|directory_entries)\\b))`, 'm'); // few rows; the number of all members
const sorting = /TEMP B-TREE|^\s*(->\s*)?(Incremental )?Sort\b/m;

const reads: Array<[string, () => string]> = [
  ['the current user', () => '/api/auth'],
  ['the feed', () => '/api/posts'],
  ['the feed, counts only', () => '/api/posts?embed='],
  ['Following', () => '/api/posts?feed=following'],
  ['Top', () => '/api/posts?feed=top'],
  ['Unanswered', () => '/api/posts?feed=unanswered'],
  ['the posts of a tag', () => '/api/posts?tag=rust'],
  ['the posts of a member', () => `/api/posts?author=${user}`],
  ['the posts of a member with a tag', () => `/api/posts?author=${user}&tag=rust`],
  ['the tags', () => '/api/tags'],
  ['the tags by name', () => '/api/tags?sort=name'],
  ['the followers of a member', () => `/api/follows/users/${user}/followers`],
  ['the members that a member follows', () => `/api/follows/users/${user}/following`],
  ['the state of a follow', () => `/api/follows/users/${user}`],
  ['the bookmarks', () => '/api/bookmarks'],
  ['the bookmarks of a folder', () => '/api/bookmarks?folder=F&q=a'],
  ['the pinned posts', () => `/api/pins?author=${user}`],
  ['a post', () => `/api/posts/${post}`],
  ['the comments of a post', () => `/api/posts/${post}/comments`],
  ['the comments of a post, oldest first', () => `/api/posts/${post}/comments?order=oldest`],
  ['the threads of a post', () => `/api/posts/${post}/threads`],
  ['the threads of a post, oldest first', () => `/api/posts/${post}/threads?order=oldest`],
  ['the likes of a post', () => `/api/posts/${post}/likes`],
  ['the developers', () => '/api/profile'],
  ['the developers, as cards', () => '/api/profile?embed='],
  ['the developers by name', () => '/api/profile?sort=name&embed='],
  ['the developers by activity', () => '/api/profile?sort=active&embed='],
  ['a profile', () => `/api/profile/user/${user}`],
  ['a profile by handle', () => `/api/profile/user/@${handle}`],
  ['the feed of public posts', () => '/feed.xml'],
  ['the public posts', () => '/api/posts/public'],
  ['the public posts after a cursor', () => `/api/posts/public?cursor=${after}`],
  ['the public posts of Top', () => '/api/posts/public?feed=top'],
  ['the list of public posts of a member', () => `/api/posts/public?author=${user}`],
  ['the list of public posts of a member with a tag', () => `/api/posts/public?author=${user}&tag=rust`],
  ['the list of public posts with a tag', () => '/api/posts/public?tag=rust'],
  ['the public posts of a member', () => `/dev/profile/${user}/feed.xml`],
  ['the public posts with a tag', () => '/dev/tags/rust/feed.xml'],
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

test('a page of the feed of the maximum size has a next page', async () => {
  const { body, headers } = await member.get(`/api/posts?embed=&limit=${limits.pageMax}`);
  expect(body).toHaveLength(limits.pageMax);
  expect(headers.link).toMatch(/rel="next"/);
});

if (inject('engine') === 'postgres')
  test.for([
    ['', 'as hidden, state as version'],
    ['?feed=following', 'followed_posts'],
  ] as const)('does not plan the list of a large feed for each request: %s', async ([query, part]) => {
    await member.delete('/api/follows/tags/tag-1'); // makes the cached page invalid
    await plansOf(() => member.get(`/api/posts${query}`));
    const [list] = [...executed.values()].filter(({ sql }) => sql.join('').includes(part));
    const rolledBack = new Error('rolled back');
    const attempt = db.transaction(async (tx) => {
      await tx.run`
        insert into posts (id, user_id, text, created_at)
        select lpad(cast(number as text), 36, '0'), ${user}, 'Hello', 0 from generate_series(1, 20000) as number`;
      await tx.run`analyze posts`;
      for (let run = 0; run < 10; run++) await tx.all((list as Statement).sql, ...(list as Statement).values);
      const [plans] = await tx.all<{ generic: number }>`
        select generic_plans as generic from pg_prepared_statements where statement like ${`%${part}%`} and name <> ''`;
      expect(plans?.generic).toBe(5); // PostgreSQL compares the costs after five executions
      throw rolledBack;
    });
    await expect(attempt).rejects.toBe(rolledBack);
  });

if (inject('engine') === 'sqlite')
  test('compares followed and muted tags from the few tags of a post', async () => {
    await member.delete('/api/follows/tags/tag-1'); // makes the cached page invalid
    const plan = (await plansOf(() => member.get('/api/posts?feed=following'))).find((text) => text.includes('followed_posts')) ?? '';
    expect(plan).toMatch(/INDEX post_tags_post \(post_id=\?\)\nSEARCH f USING .*\((user_id=\? AND tag=\?|tag=\? AND user_id=\?)\)/);
    expect(plan).toMatch(/INDEX post_tags_post \(post_id=\?\)\nSEARCH m USING .*\(user_id=\? AND tag=\?\)/);
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

test('writes the facets of a profile by its id', async () => {
  const profile = { status: 'Developer', skills: 'Rust' };
  await member.post('/api/profile', { ...profile, skills: 'C' }); // the first write measures the account, whose other tables are empty
  const plans = await plansOf(() => member.post('/api/profile', profile));
  expect(plans.some((plan) => plan.startsWith('insert into directory_facets'))).toBe(true);
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
});

if (inject('engine') === 'sqlite')
  test('measures what an account stores from its own rows', async () => {
    const plans = await plansOf(() => member.get('/api/account/storage'));
    expect(plans.some((plan) => plan.includes('from post_html'))).toBe(true);
    for (const plan of plans) expect(plan.replace(/^SCAN stored$/m, '')).not.toMatch(fullScan);
  });

test('reads the newest comments and likes of each post in the order of an index, however many there are', async () => {
  await member.post(`/api/posts/comment/${post}`, { text: 'Not cached' });
  const plans = await plansOf(() => member.get('/api/posts?limit=100'));
  for (const index of ['comments_post', 'likes_post']) {
    const plan = plans.find((text) => text.includes('string_agg(id') && text.includes(index)) ?? '';
    expect(plan).toMatch(inject('engine') === 'postgres' ? `Index Scan using ${index} on` : `INDEX ${index} (post_id=?)`);
    expect(plan).not.toMatch(/^\s*(->\s*)?(Incremental )?Sort\b|TEMP B-TREE FOR ORDER BY/m);
  }
});

test('reads the newest likers of each notification in the order of an index', async () => {
  const plan = (await plansOf(() => member.get('/api/notifications'))).find((text) => text.includes('string_agg(user_id')) ?? '';
  for (const index of ['likes_post', 'comment_likes_comment'])
    expect(plan).toMatch(new RegExp(inject('engine') === 'postgres' ? `Scan using ${index} on` : `INDEX ${index} \\(`));
  expect(plan).not.toMatch(/^\s*(->\s*)?(Incremental )?Sort\b|TEMP B-TREE FOR ORDER BY/m);
});

test('looks up a post for a visitor among the public ones, so that no time shows whether another one exists', async () => {
  const row = await db.get<{ id: string }>`select min(id) as id from posts where visibility = 'public'`;
  const plans = await plansOf(() => visitor.get(`/api/posts/${row?.id}`));
  const lookup = plans.find((plan) => plan.includes('from public_posts')) ?? '';
  expect(lookup).toMatch(inject('engine') === 'postgres' ? /Index Scan using posts_public\b/ : /INDEX posts_public\b/);
});

test.for(['', '/comments', '/threads', '/threads?order=oldest', '/replies'])(
  'visitors read %s of a public post without a full table scan',
  async (path) => {
    const row = await db.get<{ id: string; comment: string }>`
    select p.id, min(c.id) as comment from posts p join comments c on c.post_id = p.id and c.is_public = 1 where p.visibility = 'public' group by p.id order by p.id limit 1`;
    const url = path === '/replies' ? `/api/comments/${row?.comment}/replies` : `/api/posts/${row?.id}${path}`;
    for (const plan of await plansOf(() => visitor.get(url))) expect(plan).not.toMatch(fullScan);
  },
);

test('counts the public comments of a post in their index', async () => {
  await db.run`update posts set cache_version = cache_version + 1 where visibility = 'public'`; // makes the cached posts invalid
  const plans = await plansOf(() => visitor.get('/api/posts/public'));
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
  expect(plans.some((plan) => /(Index (Only )?Scan using|INDEX) comments_public\b/.test(plan))).toBe(true);
});

test('reads found posts by their ids', async () => {
  await member.post('/api/posts', { text: 'Findable' });
  const plans = (await plansOf(() => member.get('/api/search?q=findable'))).filter((plan) => plan.includes('from visible_posts p'));
  expect(plans).toHaveLength(2); // their sizes, and then the posts
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
});

test('suggests people and tags from ranges of indexes', async () => {
  const plans = await plansOf(() => member.get('/api/search/suggestions?q=tag-1'));
  const isPostgres = inject('engine') === 'postgres';
  const range = (index: string) => new RegExp(isPostgres ? `Scan (using|on) ${index}\\b` : `INDEX ${index} .*>\\? AND .*<\\?`);
  const people = plans.find((plan) => plan.includes('from directory_facets')) ?? '';
  expect(people).toMatch(
    isPostgres ? range('directory_facets_pkey') : /SEARCH directory_facets USING PRIMARY KEY \(facet=\? AND key>\? AND key<\?\)/,
  );
  expect(people).toMatch(
    isPostgres
      ? range('directory_entries_name')
      : /SEARCH directory_entries USING COVERING INDEX directory_entries_name \(name_key>\? AND name_key<\?\)/,
  );
  expect(people).not.toMatch(/Seq Scan on (?!directory_entries)|SCAN (directory|profiles|users)/); // one row per member, few in this test
  const tags = plans.find((plan) => plan.includes('tags where name >=')) ?? '';
  expect(tags).toMatch(
    isPostgres ? /Index Scan using tags_name/ : /SEARCH tags USING INDEX sqlite_autoindex_tags_2 \(name>\? AND name<\?\)/,
  );
});

const anyToken = async () =>
  (await db.get<{ token: string }>`select unsubscribe_token as token from mail_settings limit 1`) as { token: string };
const newestNotification = async (): Promise<string> => (await member.get('/api/notifications')).body[0]._id;
const newestComment = async (): Promise<string> => (await member.get(`/api/posts/${post}/comments`)).body[0]._id;

async function replay(): Promise<{ status: number }> {
  const position = await readPosition(recording);
  await member.put(`/api/posts/${post}/like`);
  await member.delete(`/api/posts/${post}/like`);
  expect((await replayAfter(recording, position)).entries?.length).toBeGreaterThan(1);
  return { status: 200 };
}

/** Runs a recurring job. Returns a status, as requests do. */
async function runNow(kind: string): Promise<{ status: number }> {
  await db.run`update jobs set run_at = 0 where kind = ${kind}`;
  expect(await app.jobs.runDue([kind as never])).toBe(1);
  return { status: 200 };
}

test.for<[string, () => Promise<{ status: number }>]>([
  ['a post', () => member.post('/api/posts', { text: 'Hello' })],
  ['a like', () => member.put(`/api/posts/${post}/like`)],
  ['an unlike', () => member.delete(`/api/posts/${post}/like`)],
  ['a classic like', () => member.put(`/api/posts/like/${post}`)],
  ['a classic unlike', () => member.put(`/api/posts/unlike/${post}`)],
  ['a comment', () => member.post(`/api/posts/comment/${post}`, { text: 'Yes' })],
  ['the members to mention', () => member.get(`/api/mentions?q=a&post=${post}`)],
  ['the notifications', () => member.get('/api/notifications')],
  ['a watched discussion', () => member.put(`/api/posts/${post}/watch`)],
  ['the state of a discussion', () => member.get(`/api/posts/${post}/watch`)],
  ['the mentions of a member', () => member.get('/api/notifications?filter=mentions')],
  ['the unread notifications', () => member.get('/api/notifications/unread')],
  ['marking a notification as read', async () => member.post('/api/notifications/read', { id: await newestNotification() })],
  ['marking all notifications as read', async () => member.post('/api/notifications/read', { upTo: await newestNotification() })],
  ['the purge of notifications', () => runNow('notifications.purge')],
  [
    'the mails about a comment',
    async () => {
      await db.run`delete from mail_settings where user_id = (select user_id from posts where id = ${post})`;
      const reply = await member.post(`/api/posts/comment/${post}`, { text: 'Mailed' });
      expect(await app.jobs.runDue(['notifications.recipients', 'notifications.mail'])).toBeGreaterThan(1);
      return reply;
    },
  ],
  [
    'the notifications of a post',
    async () => {
      await db.run`insert into notification_settings (user_id, kind, channel, is_on) select id, 'post', 'site', 1 from users where true on conflict do nothing`;
      const written = await member.post('/api/posts', { text: '#rust' });
      expect(await app.jobs.runDue(['notifications.post'])).toBeGreaterThan(1);
      return written;
    },
  ],
  ['a member, by handle', () => member.get(`/api/users/@${handle}`)],
  ['the posts of a member, by handle', () => member.get(`/api/posts?author=@${handle}`)],
  ['the public posts of a member, by handle', () => visitor.get(`/api/posts/public?author=@${handle}`)],
  ['the former handles', () => member.get('/api/account/handles')],
  ['the people with a handle', () => visitor.get(`/api/search?type=people&q=@${handle}`)],
  ['the digests', () => runNow('notifications.digests')],
  ['turning mails off', async () => visitor.post(`/api/mail/unsubscribe/${(await anyToken()).token}`)],
  ['turning mails on again', async () => visitor.post(`/api/mail/unsubscribe/${(await anyToken()).token}/undo`)],
  ['a like of a comment', async () => member.put(`/api/comments/${await newestComment()}/like`)],
  ['a comment with a mention', () => member.post(`/api/posts/comment/${post}`, { text: `Ask @${handle}` })],
  ['a follow', () => member.put(`/api/follows/users/${user}`)],
  ['an unfollow', () => member.delete(`/api/follows/users/${user}`)],
  ['a followed tag', () => member.put('/api/follows/tags/rust')],
  ['a muted tag', () => member.put('/api/mutes/tags/rust')],
  ['a tag', () => member.get('/api/tags/rust')],
  ['the activity of a member', () => member.get(`/api/activity/users/${user}`)],
  ['the activity of a member for visitors', () => visitor.get(`/api/activity/users/${user}`)],
  ['the activity of a tag', () => member.get('/api/activity/tags/rust')],
  // PostgreSQL reads a small table rather than most of its index.
  ...(inject('engine') === 'sqlite'
    ? ([
        ['the activity of the community', () => visitor.get('/api/activity')],
        ['the purge of events', () => runNow('live.purge')],
      ] as never[])
    : []),
  ['the tags of public posts', () => member.get('/api/posts/public/tags')],
  ['the completion of a tag', () => member.get('/api/tags?q=tag-1')],
  ['the suggestions of a search', () => member.get('/api/search/suggestions?q=tag-1')],
  ['a post with tags', () => member.post('/api/posts', { text: '#rust', tags: ['go'] })],
  ['the feeds that a member follows', () => member.get('/api/follows.opml')],
  ['a bookmark', () => member.put(`/api/bookmarks/${post}`, { folder: 'G' })],
  ['the folders', () => member.get('/api/bookmarks/folders')],
  ['a renamed folder', () => member.patch('/api/bookmarks/folders/G', { name: 'H' })],
  ['a pin', async () => member.put(`/api/pins/${(await member.post('/api/posts', { text: 'Pinned' })).body._id}`)],
  ['the developers with a skill', () => member.get('/api/profile?skill=HTML&embed=')],
  ['the developers, filtered', () => member.get('/api/profile?status=Developer&sort=name&embed=')],
  ['the numbers of developers', () => member.get('/api/profile/facets?status=Developer')],
  ['a replay of events', () => replay()],
  ['the followers of new posts', () => findFollowers(recording, [{ post, author: user }], [user, few._id]).then(() => ({ status: 200 }))],
  ['a sign-out', () => member.delete('/api/auth')],
])('%s needs no full table scan', async ([, request]) => {
  for (const plan of await plansOf(request)) expect(plan).not.toMatch(fullScan);
});

test('using a mailed link needs no full table scan', async () => {
  const { email } = (await few.get('/api/auth')).body;
  const secret = await createMailedLink(db, { purpose: 'verify', userId: few._id, email, mailId: few._id, causedAt: Date.now() });
  const plans = await plansOf(() => visitor.post('/api/auth/verify', { secret }));
  expect(plans.join()).toContain('mailed_links');
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
});

test('finds the next job of a kind by index, however many of other kinds are due', async () => {
  await db.run`insert into jobs (id, kind, payload, run_at, created_at) select id, 'unknown', 'null', 1, 1 from comments`;
  await db.run`analyze jobs`;
  const plans = (await plansOf(() => runNow('live.purge'))).filter((plan) => /^select .* from jobs j/.test(plan));
  expect(plans).toHaveLength(2); // when it is due, and the job
  for (const plan of plans) expect(plan).toMatch(inject('engine') === 'postgres' ? /Index Cond: .*kind/ : /jobs_due \(kind=\?/);
  await db.run`delete from jobs where kind = 'unknown'`;
});

test('a sign-up looks reserved addresses up by index', async () => {
  const body = { name: 'New', email: 'reserved@example.org', password: 'a long enough passphrase' };
  const plans = await plansOf(() => visitor.post('/api/users', body));
  const plan = plans.find((plan) => plan.includes('from mailed_links'));
  expect(plan).toContain('mailed_links_by_email');
});

test('reads the next posts of each member and tag in the order of an index for a member who follows few', async () => {
  await db.run`update follow_states set following = 1 where user_id = ${few._id}`;
  await db.run`delete from tag_follows where user_id = ${few._id} and tag <> 'tag-1'`;
  if (inject('engine') === 'postgres') await db.run`vacuum posts`; // then the index alone has the ids
  const plans = await plansOf(() => few.get('/api/posts?feed=following'));
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
  const plan = plans.find((text) => text.includes('union all')) ?? '';
  for (const condition of inject('engine') === 'postgres'
    ? ['(user_id = f.followee_id) AND (id <', '(tag = f_1.tag) AND (post_id <']
    : ['posts_user (user_id=? AND id<?)', '(tag=? AND post_id<?)'])
    expect(plan).toContain(condition);
  expect(plan).not.toMatch(sorting);
});

test('finds no public post of a member with many others in the index of public posts', async () => {
  await db.run`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number <= 10000)
    insert into posts (id, user_id, text, created_at)
    select '01890000-0000-7000-8000-' || substr(cast(100000000000 + number as text), 1, 12), ${few._id}, 'For members', 1 from numbers`;
  await db.run`analyze`;
  const request = async () => ({ status: (await visitor.get(`/api/users/${few._id}`)).status === 401 ? 200 : 0 });
  const plans = await plansOf(request);
  expect(plans.join('\n')).toMatch(/Index.* posts_published_user|INDEX posts_published_user/);
  for (const plan of plans) expect(plan).not.toMatch(fullScan);
});
