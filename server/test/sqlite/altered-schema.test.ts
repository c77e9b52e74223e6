import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ourMigrations, readMigrations } from '../../src/platform/db/migrations.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { dialect } from '../../src/platform/db/sqlite/sqlite.ts';
import { onCleanup } from '../cleanup.ts';
import { runHere } from '../program.ts';

const root = mkdtempSync(join(tmpdir(), 'dev-connector-altered-'));
onCleanup(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, 'data-'));
const migrations = readMigrations(dialect, ourMigrations);

/** Creates a data folder with a database at `version` that has one member, then runs `sql` on it. */
function installation(sql: string, version = migrations.at(-1)?.version ?? 0): string {
  const dataDir = folder();
  const database = new DatabaseSync(databaseFile(dataDir), { defensive: false });
  for (const step of migrations.filter((step) => step.version <= version)) {
    database.exec(step.sql);
    if (step.version === 1) database.exec("insert into users values ('i', 'Ida', 'e', 'k', 'a', 'h', 1)");
  }
  database.exec(`pragma user_version = ${version}`);
  database.exec(sql);
  database.close();
  return dataDir;
}

const steal = "create trigger steal after update on users begin update users set password_hash = 'mine'; end";
const catalogue = (sql: string) => `pragma writable_schema = on; ${sql}; pragma writable_schema = reset`;

/** Alterations, each with the findings that report it. Those of a group are made in one database, because they do not hide each other. */
const alterations: Array<Record<string, [sql: string, ...findings: string[]]>> = [
  {
    'an added column': ['alter table posts add column hidden integer', 'column hidden of posts is not part of'],
    'a dropped column': ['alter table profiles drop column youtube', 'column youtube of profiles is missing'],
    'a dropped constraint': [
      catalogue("update sqlite_schema set sql = replace(sql, ' references users (id) on delete cascade', '') where name = 'sessions'"),
      'table sessions differs from',
    ],
    'an additional constraint': [
      catalogue(
        "update sqlite_schema set sql = replace(sql, 'name text not null', 'name text not null check (name > '''')') where name = 'users'",
      ),
      'table users differs from',
    ],
    'a dropped index': ['drop index posts_key', 'index posts_key on posts is missing'],
    'a dropped table': ['drop table invitations', 'table invitations is missing'],
    'an added table': ['create table loot (hash text)', 'table loot is not part of'],
    'a trigger that overwrites password hashes': [steal, 'trigger steal on users is not part of version'],
    'a view': ['create view everybody as select * from users', 'view everybody is not part of'],
    'the id of another application': ['pragma application_id = 7', 'pragma application_id differs from'],
  },
  {
    'a renamed column': [
      'alter table users rename column email to mail',
      'column email of users is missing',
      'column mail of users is not part of',
    ],
    'an index with another predicate': [
      "drop index posts_key; create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key = 'x'",
      'index posts_key on posts differs from',
    ],
    'an added index': ['create unique index one_each on posts (user_id)', 'index one_each on posts is not part of'],
    'a table replaced by a view': [
      'drop table request_counts; create view request_counts as select 1 as key',
      'table request_counts is missing',
    ],
    'a view that shadows a pragma': ["create view pragma_table_list as select 'x' as name", 'view pragma_table_list is not part of'],
    'a table with the name but not the columns of a Litestream table': [
      'create table _litestream_seq (loot text)',
      'table _litestream_seq is not part of',
    ],
    'a name with terminal control characters': ['create table "\u001b[2J\u009b\u202e" (x)', 'table \ufffd[2J\ufffd\ufffd is not part of'],
  },
  {
    'another type of a column': [
      catalogue("update sqlite_schema set sql = replace(sql, 'email text', 'email any') where name = 'users'"),
      'column email of users differs from',
    ],
    'a virtual table': ['create virtual table found using fts5(text)', 'virtual table found is not part of'],
  },
  {
    'a table replaced by a virtual table': [
      'drop table request_counts; create virtual table request_counts using fts5(key)',
      'table request_counts is missing',
    ],
  },
  { 'a negative version': ['pragma user_version = -5', 'has the invalid version -5'] },
  { 'a version before its tables': ['pragma user_version = 3', 'table tries is missing'] },
];

test.for(alterations.map((group) => [Object.keys(group).join(', '), Object.values(group)] as const))(
  'doctor, restore and move report %s',
  async ([, group]) => {
    const dataDir = installation(group.map(([sql]) => sql).join('; '));
    const file = databaseFile(dataDir);
    const target = folder();
    for (const [args, environment] of [
      [['restore', file], { DATA_DIR: target }],
      [['move', '--to', `sqlite:${join(target, 'moved.db')}`], { DATA_DIR: dataDir }],
      [['doctor', '--offline'], { DATA_DIR: dataDir, PORT: '0' }],
    ] as const) {
      const { code, out, err } = await runHere([...args], environment);
      expect(code).toBe(1);
      for (const finding of group.flatMap(([, ...findings]) => findings)) expect(out + err).toContain(finding);
    }
    expect(existsSync(databaseFile(target)) || existsSync(join(target, 'moved.db'))).toBe(false);
  },
);

test.for(migrations)('restores a backup of version $version', async ({ version }) => {
  const target = folder();
  expect(await runHere(['restore', databaseFile(installation('', version))], { DATA_DIR: target })).toMatchObject({ code: 0, err: '' });
  const db = await openDb({ dataDir: target });
  expect(await db.get`select name from users`).toEqual({ name: 'Ida' });
  await db.close();
});

test('ignores SQLite statistics and Litestream tables, and does not move them', async () => {
  const litestream =
    'create table _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); create table _litestream_lock (id INTEGER); insert into _litestream_seq values (1, 1)';
  const dataDir = installation(`${litestream}; analyze`);
  expect(await runHere(['doctor', '--offline'], { DATA_DIR: dataDir, PORT: '0' })).toMatchObject({ code: 0 });
  expect(await runHere(['move', '--to', `sqlite:${join(folder(), 'moved.db')}`], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    err: '',
  });
});

test('ignores different formatting and comments in the schema', async () => {
  const dataDir = installation('');
  const database = new DatabaseSync(databaseFile(dataDir), { defensive: false });
  const sql = String(database.prepare("select sql from sqlite_schema where name = 'site'").get()?.sql);
  database.exec(`drop table site; ${sql.replace('create table site', 'CREATE TABLE "site"').replaceAll('\n', ' /* - */\n\n  ')}`);
  database.close();
  expect(await runHere(['doctor', '--offline'], { DATA_DIR: dataDir, PORT: '0' })).toMatchObject({ code: 0 });
});

test('an upgrade refuses an altered schema without running its triggers', async () => {
  const dataDir = installation("create trigger steal after insert on posts begin update users set password_hash = 'mine'; end", 4);
  await expect(openDb({ dataDir })).rejects.toThrow('trigger steal on posts is not part of version 4');
  const database = new DatabaseSync(databaseFile(dataDir));
  expect(database.prepare('select password_hash from users').get()).toEqual({ password_hash: 'h' });
  expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 4 });
  database.close();
});

test('a start warns of an altered schema', async () => {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  await (await openDb({ dataDir: installation('') }, { warn })).close();
  expect(warnings).toEqual([]);
  await (await openDb({ dataDir: installation('create index mine on posts (created_at)') }, { warn })).close();
  expect(warnings).toEqual([expect.stringContaining('index mine on posts is not part of version')]);
});

test('restore refuses a path that is not a regular file', async () => {
  for (const path of ['/dev/zero', root]) {
    const { code, err } = await runHere(['restore', path], { DATA_DIR: folder() });
    expect({ code, err }).toEqual({ code: 1, err: `${path} is not a file.\n` });
  }
});
