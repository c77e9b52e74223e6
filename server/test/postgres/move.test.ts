import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeCommunity } from '../../src/demo/community.ts';
import { insertCommunity } from '../../src/demo/insert-community.ts';
import { invite } from '../../src/features/accounts/invitations.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { setAlias } from '../../src/features/directory/aliases.ts';
import { giveFirstHandles } from '../../src/features/handles/first-handles.ts';
import { changeStored, readStored } from '../../src/features/site/store.ts';
import { addAlias } from '../../src/features/tags/tag-changes.ts';
import { isNotCopied } from '../../src/platform/db/copy.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { fromPostgres } from '../../src/platform/db/postgres/copy.ts';
import { fromSqlite } from '../../src/platform/db/sqlite/copy.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf, send } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMember, saveProfile, writePost } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { createDatabase, openSite, runRecurring } from '../site.ts';
import { pixel } from '../site-with-identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-move-'));
onCleanup(() => rmSync(folder, { recursive: true }));
const onSqlite = { dataDir: join(folder, 'data'), databaseUrl: undefined };
const file = join(onSqlite.dataDir, 'dev-connector.db');

/** A community with at least one row in every table. */
const site = await openSite(onSqlite);
await insertCommunity(site.db, makeCommunity({ members: 40, posts: 700, seed: 3 }));
const ada = await createMember(site, 'Ada');
await giveFirstHandles(site.db); // as at the start of the moved site
await saveProfile(ada, { bio: '"; drop table posts; --\n🙂 ' });
const post = await writePost(ada, 'Moving');
await invite(site.db, { uses: 3, expiresAt: Date.now() + 3_600_000 });
await createResetLink(site.db, ada._id);
// Rate limits are off in tests, so these tables would be empty.
await site.db.run`insert into rate_limit_attempts (key, times, until) values ('post a', '1795300000000', ${Date.now() + 60_000})`;
await site.db.run`insert into request_counts (key, requests, until) values ('address a', 3, ${Date.now() + 60_000})`;
await site.db.run`insert into known_addresses (user_id, address, used_at) values (${ada._id}, 'a', ${Date.now()})`;
await site.db.run`insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, 'a', ${Date.now()})`;
await changeStored(site.db, () => ({ identity: { name: 'Rust Bern', about: 'Über uns\n\n🙂' }, logo: pixel }));
await site.db
  .run`insert into avatars (user_id, type, picture, hash, fetched_at) values (${ada._id}, 'image/png', ${'a'.repeat(200_000)}, 'h', 1)`;
await site.db.run`insert into repositories (username, answer, fetched_at) values ('ada', '[]', 1)`;
const { payload, headers } = await formOf({ file: await image() });
const form = { payload, headers: { ...headers, 'x-auth-token': ada.token } };
const { url } = (await send(site.app, { method: 'POST', url: '/api/media', ...form })).body;
await send(site.app, { method: 'PUT', url: '/api/account/avatar', ...form });
await ada.patch(`/api/posts/${post}`, { text: `Moving ![](${url})`, visibility: 'public', version: 1 });
const [parent] = (await ada.post(`/api/posts/comment/${post}`, { text: 'Deleted' })).body;
const [reply] = (await ada.post(`/api/posts/comment/${post}`, { text: 'Kept', parent: parent._id })).body;
await ada.put(`/api/comments/${reply._id}/like`);
await ada.delete(`/api/posts/comment/${post}/${parent._id}`);
await ada.patch(`/api/posts/${post}`, { tags: ['moving'], version: 2 });
await ada.put('/api/follows/tags/moving');
await ada.put('/api/mutes/tags/moving');
const ben = await createMember(site, 'Follower');
await ben.put(`/api/follows/users/${ada._id}`);
await ben.patch('/api/account', { handle: 'follower' });
await ada.post(`/api/posts/comment/${post}`, { text: 'Hello @follower' });
await ben.delete(`/api/posts/${post}/watch`);
await site.db.run`insert into notification_settings (user_id, kind, channel, is_on) values (${ben._id}, 'like', 'site', 0)`;
await ben.patch('/api/notifications/mail', { frequency: 'daily' });
await site.db.run`insert into mailed_discussions (user_id, discussion, mailed_at) values (${ben._id}, ${post}, 1)`;
await site.db.run`
  insert into mailed_links (secret_hash, purpose, user_id, mail_id, email, created_at, expires_at)
  values ('h', 'verify', ${ben._id}, 'm', ${ben.email}, 1, ${Date.now() + 3_600_000})`;
await ben.put(`/api/bookmarks/${post}`, { folder: 'Moving' });
await ada.put(`/api/pins/${post}`);
await addAlias(site.db, 'move', 'moving');
await site.db.run`insert into top_posts (period, post_id, score) values ('day', ${post}, 1)`;
const picture = (await site.app.inject({ url })).rawPayload;
await setAlias(site.db, 'Oxide', 'Rust');
await ada.put(`/api/drafts/comment:${post}`, { text: 'Half a comment', tags: 'moving', visibility: 'public' });
const feed = (await ada.get('/api/posts?limit=100')).raw;

test('refuses to move a running site, because new writes would be lost', async () => {
  const { databaseUrl = '' } = await createDatabase();
  expect(await runHere(['move', '--to', databaseUrl], databaseEnvironment(onSqlite))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('is in use: stop the site'),
  });
});

test('moves every table to PostgreSQL and back without changes', async () => {
  await site.app.close();
  await site.db.close();
  const target = await createDatabase();
  const moved = await runHere(['move', '--to', String(target.databaseUrl), '--json'], databaseEnvironment(onSqlite));
  expect(moved).toMatchObject({ code: 0, err: '' });
  const { tables } = JSON.parse(moved.out);
  expect(Object.keys(tables).sort()).toEqual(tablesOfMigrations().filter((name) => !isNotCopied({ name })));
  // A table without rows would prove nothing. Insert rows above when you add a table.
  for (const [name, { rows }] of Object.entries<{ rows: number }>(tables)) expect(rows, name).toBeGreaterThan(0);

  const again = await openSite(target);
  expect(await readStored(again.db)).toEqual({ identity: { name: 'Rust Bern', about: 'Über uns\n\n🙂' }, logo: pixel });
  const same = clientOf(again, ada.token);
  expect((await again.app.inject({ url })).rawPayload.equals(picture)).toBe(true);
  expect((await same.get('/api/posts?limit=100')).raw).toBe(feed);
  expect((await same.put(`/api/posts/like/${post}`)).status).toBe(200);
  expect((await same.put(`/api/posts/unlike/${post}`)).status).toBe(200);
  const refused = await runHere(['move', '--to', `sqlite:${join(folder, 'early.db')}`], databaseEnvironment(target));
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/in use by \d+ other connection/) });
  await again.db.run`update posts set cache_version = cache_version - 2 where id = ${post}`; // undo the version changes of the like and unlike above
  await again.app.close();
  await again.db.close();

  // The error blames the file, not the database, and a folder that may be a typo is not created.
  const missingFolder = await runHere(['backup', join(folder, 'no-folder/back.db')], databaseEnvironment(target));
  expect(missingFolder).toMatchObject({ code: 1, err: expect.stringMatching(/no-folder does not exist/) });
  expect(missingFolder.err).not.toContain('PostgreSQL');

  const back = join(folder, 'a-new-folder/back.db'); // like the data folder of a machine where the site has never run
  const returned = await runHere(['move', '--to', `sqlite:${back}`, '--json'], databaseEnvironment(target));
  expect(returned).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(returned.out).tables).toEqual(tables);
  expect(dump(back)).toEqual(dump(file));
  expect(readdirSync(folder).filter((name) => name.includes('.part') || name.startsWith('early'))).toEqual([]);

  // The search index is not copied: a job builds it.
  const dataDir = mkdtempSync(join(folder, 'moved-'));
  copyFileSync(back, join(dataDir, 'dev-connector.db'));
  const last = await openSite({ dataDir, databaseUrl: undefined });
  const reader = clientOf(last, ada.token);
  expect((await reader.get('/api/search?q=moving')).body).toEqual([]);
  await runRecurring(last, 'search.check');
  await last.app.jobs.runDue();
  expect((await reader.get('/api/search?q=moving')).body).toMatchObject([{ _id: post }]);
});

/** Removes the mark of the move in the first test. */
function unmark(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('update database_identity set moved_to = null, moved_at = null');
  database.close();
}

test('refuses a second move; `backup` prints that the data was moved', async () => {
  const { databaseUrl } = await createDatabase();
  expect(await runHere(['move', '--to', String(databaseUrl)], databaseEnvironment(onSqlite))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/was already moved to postgres:.*first run: dev-connector adopt/),
  });
  const backup = await runHere(['backup', join(folder, 'older.db'), '--json'], databaseEnvironment(onSqlite));
  expect(backup).toMatchObject({ code: 0, err: expect.stringMatching(/was moved to postgres:.*has the data from before the move/) });
  expect(JSON.parse(backup.out)).toMatchObject({ movedTo: expect.stringMatching(/^postgres:/) });
});

test('refuses a target that has data and does not change it', async () => {
  unmark(file);
  const target = await createDatabase();
  const populated = await openSite(target);
  const ben = await createMember(populated, 'Ben');
  expect(await runHere(['move', '--to', String(target.databaseUrl)], databaseEnvironment(onSqlite))).toMatchObject({
    code: 1,
    err: expect.stringContaining('The target already contains data'),
  });
  expect((await ben.get('/api/auth')).status).toBe(200);
  expect(await populated.db.get`select count(*) as members from users`).toEqual({ members: 1 });
});

test('moves everything or nothing', async () => {
  const target = await createDatabase();
  const db = await openDb(target);
  const dataDir = mkdtempSync(join(folder, 'nul-'));
  copyFileSync(file, join(dataDir, 'dev-connector.db'));
  unmark(join(dataDir, 'dev-connector.db'));
  const source = new DatabaseSync(join(dataDir, 'dev-connector.db'));
  source.exec("update likes set id = 'z' || char(0) where id = (select max(id) from likes)"); // PostgreSQL does not accept NUL
  source.close();
  const { code, err } = await runHere(['move', '--to', String(target.databaseUrl)], { DATA_DIR: dataDir });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('invalid byte sequence') });
  expect(await db.get`select (select count(*) from users) as users, (select count(*) from posts) as posts`).toEqual({ users: 0, posts: 0 });
  await db.close();
});

test('both engines have the same tables, and the same columns in those that are copied', async () => {
  const target = await createDatabase();
  await (await openDb(target)).close();
  const names = (tables: Array<{ name: string }>) => tables.map(({ name }) => name).sort();
  const [ours, theirs] = [
    await fromSqlite(file, (source) => source.tables()),
    await fromPostgres(String(target.databaseUrl), { alone: true }, (source) => source.tables()),
  ];
  expect(names(ours)).toEqual(tablesOfMigrations());
  const byName = (tables: typeof ours) =>
    tables
      .filter((table) => !isNotCopied(table))
      .map(({ name, columns, refersTo }) => ({ name, columns, refersTo: refersTo.sort() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(ours)).toEqual(byName(theirs));
});

/** Table names according to the text of the migrations, to compare with the databases. */
function tablesOfMigrations(): string[] {
  const migrations = new URL('../../src/platform/db/migrations/', import.meta.url);
  const text = readdirSync(migrations)
    .map((name) => readFileSync(new URL(name, migrations), 'utf8'))
    .join('\n');
  const tables = new Set<string>();
  for (const [, created, dropped, from = '', to = ''] of text.matchAll(
    /^create (?:unlogged )?table (?:if not exists )?(\w+)|^drop table (?:if exists )?(\w+)|^alter table (\w+) rename to (\w+)/gim,
  )) {
    if (created) tables.add(created);
    else tables.delete(dropped ?? from);
    if (to) tables.add(to);
  }
  return [...tables].sort();
}

function dump(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = Object.fromEntries(
    tablesOfMigrations()
      .filter((name) => !isNotCopied({ name }))
      .map((name) => [name, database.prepare(`select * from ${name} order by 1`).all()]),
  );
  database.close();
  return rows;
}
