import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeCommunity } from '../../src/demo/community.ts';
import { insertCommunity } from '../../src/demo/insert-community.ts';
import { invite } from '../../src/features/accounts/invitations.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { ourMigrations, readMigrations } from '../../src/platform/db/migrations.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { dialect as postgres } from '../../src/platform/db/postgres/postgres.ts';
import { dialect as sqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { newId } from '../../src/platform/id.ts';

/*
 * Writes the database of a release as SQL. Run `node server/test/upgrade/make.ts` in a checkout of the release. The files contain the full schema, so that later
 * changes to migrations do not affect them. Both engines use the same rows.
 */

const version = String(readMigrations(sqlite, ourMigrations).at(-1)?.version).padStart(4, '0');
const write = (name: string, text: string) => writeFileSync(new URL(`${version}.${name}.sql`, import.meta.url), `${text}\n`);

for (const dialect of [sqlite, postgres]) {
  const steps = readMigrations(dialect, ourMigrations).filter(({ sql }) => sql);
  write(
    dialect.engine,
    steps
      .map(({ sql }) =>
        sql
          .replace(/ *--.*$/gm, '')
          .replace(/^\n+/gm, '')
          .trim(),
      )
      .join('\n'),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-release-'));
const db = await openDb({ dataDir });
await insertCommunity(db, makeCommunity({ members: 6, posts: 8, seed: 9 }));
const [ada, ben] = [newId(), newId()];
const now = Date.now();
// Releases before strict validation accepted such e-mail addresses.
const people: Array<[id: string, name: string, email: string]> = [
  [ada, 'Ada O\'Hara \\ "Ça va?" 🙂', 'ada@example.org'],
  [ben, 'Ben', 'v@example.com/"><script>'],
];
const { hash } = (await db.get<{ hash: string }>`select password_hash as hash from users limit 1`) ?? { hash: '' };
for (const [id, name, email] of people) {
  await db.run`
    insert into users (id, name, email, email_key, password_hash, created_at) values (${id}, ${name}, ${email}, ${email}, ${hash}, ${now})`;
  await db.run`
    insert into sessions (id, token_hash, user_id, device, created_at, used_at) values (${newId()}, ${`hash of ${id}`}, ${id}, ${id === ada ? 'Firefox on Linux' : null}, ${now}, ${now + 1})`;
  await db.run`insert into known_addresses (user_id, address, used_at) values (${id}, ${'hash of an address'}, ${now})`;
}
await db.run`
  insert into profiles (id, user_id, status, skills, bio, created_at, cache_version) values (${newId()}, ${ada}, ${'Developer'}, ${'["C#","日本語"]'}, ${'One line\n\n\ttwo; -- three'}, ${now}, ${7})`;
await db.run`
  insert into experiences (id, user_id, title, company, from_date, to_date, is_current, from_precision, to_precision)
  values (${newId()}, ${ada}, ${'Engineer'}, ${'Analytical Engines'}, ${'2017-03-01'}, ${'2019-12-31'}, ${0}, ${'month'}, ${'year'})`;
const [edited, post] = [newId(), newId()];
await db.run`
  insert into posts (id, user_id, text, like_count, comment_count, cache_version, idempotency_key, created_at) values (${post}, ${ada}, ${'Sent once'}, ${1}, ${1}, ${3}, ${'key 1'}, ${now})`;
await db.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post}, ${ben}, ${now})`;
await db.run`
  insert into comments (id, post_id, user_id, text, idempotency_key, created_at) values (${newId()}, ${post}, ${ben}, ${'Indeed'}, ${'key 2'}, ${now})`;
await db.run`insert into rate_limit_attempts (key, times, until) values (${'post a'}, ${String(now)}, ${now + 60_000})`;
await db.run`insert into request_counts (key, requests, until) values (${'address a'}, ${3}, ${now + 60_000})`;
await invite(db, { uses: 3, expiresAt: now + 3_600_000 });
await createResetLink(db, ada);
await db.run`update sessions set confirmed_at = ${now + 2} where user_id = ${ada}`;
await db.run`insert into known_devices (user_id, secret_hash, used_at) values (${ada}, ${'hash of a device secret'}, ${now})`;
// Deletions whose rows are still there: an account with a post, a comment and a like, and a post with a comment.
const [gone, postOfGone, removedPost] = [newId(), newId(), newId()];
await db.run`
  insert into users (id, name, email, email_key, password_hash, created_at, deleted_at)
  values (${gone}, ${''}, ${''}, ${gone}, ${''}, ${now}, ${now + 3})`;
await db.run`insert into posts (id, user_id, text, created_at) values (${postOfGone}, ${gone}, ${'Of a deleted account'}, ${now})`;
await db.run`insert into posts (id, user_id, text, comment_count, created_at, deleted_at) values (${removedPost}, ${ben}, ${'Deleted'}, ${1}, ${now}, ${now + 4})`;
for (const [target, author] of [
  [post, gone],
  [postOfGone, ben],
  [removedPost, ada],
] as const)
  await db.run`insert into comments (id, post_id, user_id, text, created_at) values (${newId()}, ${target}, ${author}, ${'Hidden'}, ${now})`;
await db.run`insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${post}, ${gone}, ${now})`;
await db.run`update posts set like_count = 2, comment_count = 2 where id = ${post}`;
await db.run`
  insert into avatars (user_id, type, picture, hash, fetched_at) values (${ada}, ${'image/png'}, ${'iVBORw0KGgo='}, ${'hash of a picture'}, ${now})`;
await db.run`update profiles set githubusername = ${'Ada'} where user_id = ${ada}`;
await db.run`insert into repositories (username, answer, fetched_at) values (${'ada'}, ${'[]'}, ${now})`;
await db.run`
  insert into jobs (id, kind, payload, key, ordering_key, run_at, attempts, last_error, created_at)
  values (${newId()}, ${'account.delete'}, ${JSON.stringify({ userId: gone })}, ${gone}, ${'deletion'}, ${now + 60_000}, ${1}, ${'Error: busy'}, ${now})`;
await db.run`insert into site (id, version, identity) values (${'site'}, ${2}, ${'{"name":"Upgraded"}'})`;
for (const skill of ['C#', '日本語'])
  await db.run`
    insert into skills (name, key, members) values (${skill}, ${skill.toLowerCase()}, 1) on conflict (name) do update set members = skills.members + 1`;
await db.run`insert into skill_aliases (alias, skill) values (${'csharp'}, ${'C#'})`;

// Of each table since version 17: a text with its versions, replies, tags and images, and what members keep, follow and mute.
await db.run`
  insert into posts (id, user_id, title, text, format, version, edited_at, visibility, published_at, pinned_at, created_at)
  values (${edited}, ${ben}, ${'A title'}, ${'Edited #half'}, ${'markdown'}, ${2}, ${now}, ${'public'}, ${now - 9000}, ${now}, ${now - 9000})`;
await db.run`insert into post_html (post_id, renderer, html) values (${edited}, ${1}, ${'<p>Edited #half</p>'})`;
await db.run`
  insert into revisions (id, post_id, user_id, version, format, title, text, created_at)
  values (${newId()}, ${edited}, ${ben}, ${1}, ${'markdown'}, ${null}, ${'First'}, ${now - 9000})`;
await db.run`insert into tags (id, name, description, posts, followers, used_at) values (${newId()}, ${'half'}, ${'A tag'}, ${1}, ${1}, ${now})`;
await db.run`insert into tag_aliases (alias, tag) values (${'0.5'}, ${'half'})`;
await db.run`insert into post_tags (tag, post_id, position, is_field, published_at) values (${'half'}, ${edited}, ${0}, ${0}, ${now - 9000})`;
await db.run`insert into tag_mutes (user_id, tag, created_at) values (${ben}, ${'silence'}, ${now})`;
await db.run`insert into tag_follows (user_id, tag, created_at) values (${ada}, ${'half'}, ${now})`;
await db.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${ada}, ${ben}, ${now})`;
await db.run`insert into follow_states (user_id, following, hides_following, version) values (${ada}, ${1}, ${1}, ${2})`;
await db.run`insert into follow_states (user_id, followers) values (${ben}, ${1})`;
await db.run`insert into top_posts (period, post_id, score) values (${'day'}, ${edited}, ${5})`;
await db.run`insert into bookmarks (user_id, post_id, folder, created_at) values (${ada}, ${edited}, ${'Later'}, ${now})`;
const [placeholder, reply] = [newId(), newId()];
await db.run`insert into deleted_comments (id, post_id, parent_id, created_at) values (${placeholder}, ${edited}, ${null}, ${now - 8000})`;
await db.run`
  insert into comments (id, post_id, user_id, parent_id, text, format, like_count, created_at)
  values (${reply}, ${edited}, ${ada}, ${placeholder}, ${'A *reply*'}, ${'markdown'}, ${1}, ${now - 7000})`;
await db.run`insert into comment_html (comment_id, renderer, html) values (${reply}, ${1}, ${'<p>A <em>reply</em></p>'})`;
await db.run`insert into comment_likes (comment_id, user_id, created_at) values (${reply}, ${ben}, ${now})`;
await db.run`update posts set comment_count = 1 where id = ${edited}`;
await db.run`
  insert into drafts (user_id, context, post_id, title, text, version, updated_at, tags, visibility)
  values (${ada}, ${'post'}, ${null}, ${'Half a title'}, ${'Unsent'}, ${now}, ${now}, ${'half, h'}, ${'public'})`;
const [bytes, image] = ['hash of an image', newId()];
await db.run`insert into media_files (hash, type, size, width, height) values (${bytes}, ${'image/png'}, ${5}, ${1}, ${1})`;
await db.run`insert into media_chunks (hash, position, bytes) values (${bytes}, ${0}, ${Buffer.from('bytes')})`;
await db.run`insert into media (id, user_id, hash, alt, created_at, shown) values (${image}, ${ben}, ${bytes}, ${'A picture'}, ${now}, ${1})`;
await db.run`insert into media_references (kind, owner, media_id) values (${'post'}, ${edited}, ${image})`;
await db.run`insert into uploaded_avatars (user_id, hash) values (${ben}, ${bytes})`;
await db.close();

const file = new DatabaseSync(databaseFile(dataDir));
/** In insertion order: referenced tables come first. */
const tables = `
  users sessions profiles experiences educations posts comments likes rate_limit_attempts request_counts known_addresses known_devices invitations
  password_resets avatars repositories jobs site skills skill_aliases post_html comment_html revisions comment_likes deleted_comments drafts tags tag_aliases post_tags
  tag_mutes tag_follows user_follows follow_states top_posts bookmarks media_files media_chunks media media_references uploaded_avatars`
  .trim()
  .split(/\s+/);
function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  const text = value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return value instanceof Uint8Array ? `cast(${quoted} as {{bytes}})` : quoted;
}
const inserts = tables.flatMap((table) =>
  file
    .prepare(`select * from ${table}`)
    .all()
    .map((row) => `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')});`),
);
write('rows', inserts.join('\n'));
file.close();
rmSync(dataDir, { recursive: true });
