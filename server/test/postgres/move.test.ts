import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { invite } from '../../src/accounts/invitations.ts';
import { allowReset } from '../../src/accounts/password-resets.ts';
import { fromPostgres } from '../../src/db/copy-postgres.ts';
import { fromSqlite } from '../../src/db/copy-sqlite.ts';
import { openDb } from '../../src/db/open.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { fill } from '../../src/demo/fill.ts';
import { afterwards } from '../cleanup.ts';
import { clientOf } from '../client.ts';
import { saveProfile, signUp, writePost } from '../community.ts';
import { named, run } from '../program.ts';
import { freshDatabase, openSite } from '../site.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-move-'));
afterwards(() => rmSync(folder, { recursive: true }));
const onSqlite = { dataDir: join(folder, 'data'), databaseUrl: undefined };
const file = join(onSqlite.dataDir, 'dev-connector.db');

/** A community with at least a row in every table, its site stopped. */
const site = await openSite(onSqlite);
await fill(site.db, makeCommunity({ members: 40, posts: 700, seed: 3 }));
const ada = await signUp(site, 'Ada');
await saveProfile(ada, { bio: '"; drop table posts; --\n🙂 ' });
const post = await writePost(ada, 'Moving');
await invite(site.db, { uses: 3, expiresAt: Date.now() + 3_600_000 });
await allowReset(site.db, ada._id);
// The limits are off in tests.
await site.db.run`insert into tries (key, times, until) values ('post a', '1795300000000', ${Date.now() + 60_000})`;
await site.db.run`insert into traffic (key, requests, until) values ('address a', 3, ${Date.now() + 60_000})`;
await site.db.run`insert into known_addresses (user_id, address, used_at) values (${ada._id}, 'a', ${Date.now()})`;
await site.db.run`insert into known_devices (user_id, secret_hash, used_at) values (${ada._id}, 'a', ${Date.now()})`;
const feed = (await ada.get('/api/posts?limit=100')).raw;

test('a running site is not moved: what is written meanwhile would stay behind', async () => {
  const { databaseUrl = '' } = await freshDatabase();
  expect(await run(['move', '--to', databaseUrl], named(onSqlite))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('is in use: stop the site'),
  });
});

test('everything moves to PostgreSQL and back, every table, equal to the last bit', async () => {
  await site.app.close();
  await site.db.close();
  const there = await freshDatabase();
  const moved = await run(['move', '--to', String(there.databaseUrl), '--json'], named(onSqlite));
  expect(moved).toMatchObject({ code: 0, err: '' });
  const { tables } = JSON.parse(moved.out);
  expect(Object.keys(tables).sort()).toEqual(tablesOfMigrations());
  // A table without rows would show nothing: whoever adds one gives it some above.
  for (const [name, { rows }] of Object.entries<{ rows: number }>(tables)) expect(rows, name).toBeGreaterThan(0);

  const again = await openSite(there);
  const same = clientOf(again, ada.token);
  expect((await same.get('/api/posts?limit=100')).raw).toBe(feed);
  expect((await same.put(`/api/posts/like/${post}`)).status).toBe(200);
  expect((await same.put(`/api/posts/unlike/${post}`)).status).toBe(200);
  const refused = await run(['move', '--to', `sqlite:${join(folder, 'early.db')}`], named(there));
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/in use by \d+ other connection/) });
  await again.db.run`update posts set version = version - 2 where id = ${post}`; // what liking and unliking left
  await again.app.close();
  await again.db.close();

  // A file that cannot be made is not the database's fault, and its folder is not made up where it may be a slip of the finger.
  const nowhere = await run(['backup', join(folder, 'no-folder/back.db')], named(there));
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringMatching(/no-folder.* cannot be used/) });
  expect(nowhere.err).not.toContain('PostgreSQL');

  const back = join(folder, 'a-new-folder/back.db'); // as the data folder of a machine where the site never ran
  const returned = await run(['move', '--to', `sqlite:${back}`, '--json'], named(there));
  expect(returned).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(returned.out).tables).toEqual(tables);
  expect(dump(back)).toEqual(dump(file));
  expect(readdirSync(folder).filter((name) => name.includes('.part') || name.startsWith('early'))).toEqual([]);
});

test('a target that has data is refused and stays as it is', async () => {
  const there = await freshDatabase();
  const populated = await openSite(there);
  const ben = await signUp(populated, 'Ben');
  expect(await run(['move', '--to', String(there.databaseUrl)], named(onSqlite))).toMatchObject({
    code: 1,
    err: expect.stringContaining('The target has data already'),
  });
  expect((await ben.get('/api/auth')).status).toBe(200);
  expect(await populated.db.get`select count(*) as members from users`).toEqual({ members: 1 });
});

test('it is all or nothing', async () => {
  const there = await freshDatabase();
  const db = await openDb(there);
  const dataDir = mkdtempSync(join(folder, 'nul-'));
  copyFileSync(file, join(dataDir, 'dev-connector.db'));
  const source = new DatabaseSync(join(dataDir, 'dev-connector.db'));
  source.exec("update likes set id = 'z' || char(0) where id = (select max(id) from likes)"); // PostgreSQL takes no NUL
  source.close();
  const { code, err } = await run(['move', '--to', String(there.databaseUrl)], { DATA_DIR: dataDir });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('invalid byte sequence') });
  expect(await db.get`select (select count(*) from users) as users, (select count(*) from posts) as posts`).toEqual({ users: 0, posts: 0 });
  await db.close();
});

test('both engines have the same tables and columns', async () => {
  const there = await freshDatabase();
  await (await openDb(there)).close();
  const names = (tables: Array<{ name: string }>) => tables.map(({ name }) => name).sort();
  const [ours, theirs] = [
    await fromSqlite(file, (source) => source.tables()),
    await fromPostgres(String(there.databaseUrl), { alone: true }, (source) => source.tables()),
  ];
  expect(names(ours)).toEqual(tablesOfMigrations());
  const byName = (tables: typeof ours) =>
    tables.map(({ name, columns, refersTo }) => ({ name, columns, refersTo: refersTo.sort() })).sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(ours)).toEqual(byName(theirs));
});

/** By the text of the migrations: what the databases themselves tell is held to it. */
function tablesOfMigrations(): string[] {
  const migrations = new URL('../../src/db/migrations/', import.meta.url);
  const text = readdirSync(migrations)
    .map((name) => readFileSync(new URL(name, migrations), 'utf8'))
    .join('\n');
  const tables = new Set<string>();
  for (const [, made, dropped, from = '', to = ''] of text.matchAll(
    /^create (?:unlogged )?table (?:if not exists )?(\w+)|^drop table (?:if exists )?(\w+)|^alter table (\w+) rename to (\w+)/gim,
  )) {
    if (made) tables.add(made);
    else tables.delete(dropped ?? from);
    if (to) tables.add(to);
  }
  return [...tables].sort();
}

function dump(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = Object.fromEntries(tablesOfMigrations().map((name) => [name, database.prepare(`select * from ${name} order by 1`).all()]));
  database.close();
  return rows;
}
