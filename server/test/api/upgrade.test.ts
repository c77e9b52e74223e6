import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { demoPassword } from '../../src/demo/insert-community.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import type { Settings } from '../../src/platform/settings.ts';
import { clientOf } from '../client.ts';
import { migrationsUntil } from '../migrations.ts';
import { createDatabase, openSite } from '../site.ts';

/* Upgrades of databases that released versions wrote (upgrade/make.ts creates them). */

const folder = new URL('../upgrade/', import.meta.url).pathname;
const engine = inject('engine');
const versions = globSync('*.rows.sql', { cwd: folder }).map((name) => name.slice(0, 4));

type Rows = Array<Record<string, unknown>>;

/** Number of tables with rows of each release, without those that a later version made from others. */
const tableCounts: Record<string, number> = { '0009': 13, '0013': 14, '0017': 18, '0039': 40 };

/** Number of posts that members see, if not nine. */
const postCounts: Record<string, number> = { '0039': 10 };

/** The tables and columns that were renamed since the releases. Later, `posts.version` is another column. */
const renamedTables: Record<string, string> = { tries: 'rate_limit_attempts', traffic: 'request_counts' };
const renamedColumns: Record<string, string> = { 'posts.version': 'cache_version', 'profiles.version': 'cache_version' };
const renamesColumns = (version: string) => Number(version) < 16;

/** Queries the database directly, without our code. */
async function query({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>, sql: string): Promise<Rows> {
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const { rows = [] } = await client.query(sql).finally(() => client.end());
    return rows;
  }
  const database = new DatabaseSync(databaseFile(dataDir), { enableForeignKeyConstraints: true });
  try {
    if (sql.startsWith('select')) return database.prepare(sql).all() as Rows;
    database.exec(sql);
    return [];
  } finally {
    database.close();
  }
}

async function release(version: string) {
  const settings = await createDatabase();
  const [schema = '', rows = ''] = [engine, 'rows'].map((part) =>
    readFileSync(`${folder}${version}.${part}.sql`, 'utf8').replaceAll('{{bytes}}', engine === 'sqlite' ? 'blob' : 'bytea'),
  );
  const numbers = Array.from({ length: Number(version) }, (_, index) => `(${index + 1})`).join(', ');
  const setVersion =
    engine === 'sqlite'
      ? `pragma user_version = ${Number(version)}`
      : `create table schema_version (version integer not null); insert into schema_version values ${numbers}`;
  await query(settings, `${schema}; ${rows}; ${setVersion}`);
  const columns = new Map(Array.from(rows.matchAll(/^insert into (\w+) \((.+?)\) values/gm), ([, table = '', list = '']) => [table, list]));
  /**
   * Returns every row of the tables and columns of the release, some of which have other names after the upgrade. Leaves out users.avatar: every user has a
   * constant path instead.
   */
  const contents = async (tablesNow: Record<string, string> = {}, columnsNow: Record<string, string> = {}) => {
    const found: Record<string, string[]> = {};
    for (const [table, list] of columns) {
      const names = list.split(', ').filter((name) => name !== 'avatar');
      const selected = names.map((name) => `${columnsNow[`${table}.${name}`] ?? name} as ${name}`);
      found[table] = (await query(settings, `select ${selected} from ${tablesNow[table] ?? table}`))
        .map((row) => JSON.stringify(row))
        .sort();
    }
    return found;
  };
  return { settings, contents };
}

if (engine === 'postgres')
  test.for(versions)('an upgrade from version %s leaves statistics of the new columns', async (version) => {
    const { settings } = await release(version);
    await (await openDb(settings)).close();
    const known = await query(settings, "select attname from pg_stats where tablename = 'users' and attname = 'deleted_at'");
    expect(known).toEqual([{ attname: 'deleted_at' }]);
  });

test.for(versions)('an upgrade from version %s keeps every row of every table', async (version) => {
  const { settings, contents } = await release(version);
  const before = await contents();
  expect(Object.keys(before)).toHaveLength(tableCounts[version] ?? 0);
  for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
  const warnings: string[] = [];
  await (await openDb(settings, { warn: (sentence) => warnings.push(sentence) })).close();
  expect(await contents(renamedTables, renamesColumns(version) ? renamedColumns : {})).toEqual(before);
  expect(warnings).toEqual([]);
});

test.for(versions)(
  'members of version %s sign in after the upgrade and find their posts, without those of deleted accounts',
  async (version) => {
    const { settings } = await release(version);
    const [member] = await query(settings, "select email from users where name like 'Ada O''Hara%'");
    const site = await openSite(settings);
    const { status, body } = await clientOf(site).post('/api/auth', { email: member?.email, password: demoPassword });
    expect(status).toBe(200);
    const ada = clientOf(site, body.token);
    const posts = (await ada.get('/api/posts?limit=100')).body;
    expect(posts).toHaveLength(postCounts[version] ?? 9);
    expect(posts[0]).toMatchObject({
      text: 'Sent once',
      likes: [expect.anything()],
      likeCount: 1,
      comments: [{ text: 'Indeed' }],
      commentCount: 1,
    });
    expect(await ada.patch(`/api/posts/${posts[0]._id}`, { visibility: 'public', version: 1 })).toMatchObject({ status: 200 });
    expect((await clientOf(site).get(`/api/posts/${posts[0]._id}/comments`)).body).toEqual([]); // older comments stay with the members
    expect((await clientOf(site).get(`/api/posts/${posts[0]._id}`)).body.commentCount).toBe(0);
    expect((await ada.get('/api/profile/me')).body).toMatchObject({ skills: ['C#', '日本語'], links: [], openTo: [] });
    expect((await ada.get(`/api/skills?q=${encodeURIComponent('日')}`)).body).toEqual(['日本語']);
  },
);

test.for(versions.filter((version) => Number(version) < 19))(
  'an upgrade from version %s counts the skills of profiles, and ignores a list of skills that is not JSON',
  async (version) => {
    const { settings } = await release(version);
    const [broken] = await query(settings, 'select id from profiles order by id limit 1');
    await query(settings, `update profiles set skills = 'not a list' where id = '${broken?.id}'`);
    await (await openDb(settings)).close();
    const lists = await query(settings, `select skills from profiles where id <> '${broken?.id}'`);
    const expected = Object.groupBy(
      lists.flatMap(({ skills }) => JSON.parse(String(skills)) as string[]),
      (name) => name,
    );
    const counted = await query(settings, 'select name, members from skills');
    expect(Object.fromEntries(counted.map(({ name, members }) => [name, Number(members)]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, members]) => [name, members?.length])),
    );
  },
);

test.for(versions)('the directory of version %s has all profiles after the upgrade', async (version) => {
  const { settings } = await release(version);
  const profiles = await query(settings, 'select id from profiles');
  const visitor = clientOf(await openSite(settings));
  expect((await visitor.get('/api/profile/facets')).body.total).toBe(profiles.length);
  const found = await visitor.get(`/api/profile?skill=${encodeURIComponent('日本語')}`);
  expect(found.body).toMatchObject([{ skills: ['C#', '日本語'] }]);
});

test('the directory has the aliases and hours of activity from before it was stored', async () => {
  const settings = await createDatabase();
  const before = await openDb(settings, { migrations: migrationsUntil(40) });
  const hour = 3_600_000;
  for (const [id, activeAt, skills] of [
    ['00000000-0000-7000-8000-000000000001', 2 * hour, '["Oxide"]'],
    ['00000000-0000-7000-8000-000000000002', null, '["Rust","Oxide"]'],
    ['00000000-0000-7000-8000-000000000003', hour, '["Go"]'],
  ] as const) {
    await before.run`
      insert into users (id, name, email, email_key, password_hash, created_at, active_at) values (${id}, ${`Member ${id.at(-1)}`}, ${id}, ${id}, '', 1, ${activeAt})`;
    await before.run`insert into profiles (id, user_id, status, skills, location, created_at) values (${id}, ${id}, 'Dev', ${skills}, 'Thun, Bern', 1)`;
  }
  await before.run`insert into directory_version (id, version) values ('directory', 3)`;
  await before.run`insert into skill_aliases (alias, skill) values ('oxide', 'Rust')`;
  await before.run`insert into jobs (id, kind, payload, key, run_at, created_at) values ('1', 'directory.purge', '{}', '', 1, 1)`;
  await before.close();

  const site = await openSite(settings);
  expect(await site.db.all`select id from jobs where kind like 'directory%'`).toEqual([]);
  const visitor = clientOf(site);
  const { total, skills, places } = (await visitor.get('/api/profile/facets?place=bern')).body;
  expect({ total, skills }).toMatchObject({
    total: 3,
    skills: [
      { value: 'Rust', count: 2 },
      { value: 'Go', count: 1 },
    ],
  });
  expect(places).toMatchObject([
    { value: 'Bern', count: 3, selected: true },
    { value: 'Thun', count: 3 },
  ]);
  const names = async (search: string) =>
    (await visitor.get(`/api/profile?${search}`)).body.map((one: { user: { name: string } }) => one.user.name);
  expect(await names('skill=Rust&sort=name')).toEqual(['Member 1', 'Member 2']);
  expect(await names('sort=active')).toEqual(['Member 1', 'Member 3', 'Member 2']);
});
