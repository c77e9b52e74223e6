import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { checkDatabase } from '../../src/cli/doctor/database.ts';
import { ourMigrations, readMigrations } from '../../src/platform/db/migrations.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { dialect } from '../../src/platform/db/postgres/postgres.ts';
import { newId } from '../../src/platform/id.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { onCleanup } from '../cleanup.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { createDatabase } from '../site.ts';

const migrations = readMigrations(dialect, ourMigrations);

/** Creates a database at `version` (default: the latest), then runs `sql` on it. */
async function installation(sql: string, version = migrations.at(-1)?.version ?? 0) {
  const settings = await createDatabase();
  const steps = migrations
    .filter((step) => step.version <= version)
    .map((step) => `${step.sql}; insert into schema_version values (${step.version})`);
  await onDatabase(settings.databaseUrl, 'create table schema_version (version integer not null)', ...steps, sql);
  return settings;
}

/** Runs each text as one transaction and returns the result of the last one. */
async function onDatabase(url: string | undefined, ...texts: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const text of texts.slice(0, -1)) await client.query(text);
    return await client.query(texts.at(-1) ?? '');
  } finally {
    await client.end();
  }
}

const trigger = `create function take() returns trigger language plpgsql as $$ begin new.password_hash := 'mine'; return new; end $$`;

/** Alterations, each with the findings that report it. Those of a group are made in one database, because they do not hide each other. */
const alterations: Array<Record<string, [sql: string, ...findings: string[]]>> = [
  {
    'a trigger that overwrites password hashes': [
      `${trigger}; create trigger steal before update on users for each row execute function take()`,
      'trigger steal on users is not part of version',
      'function take is not part of version',
    ],
    'another type of a column': ['alter table sessions alter column device type varchar(500)', 'column device of sessions differs from'],
    'another default': ['alter table posts alter column cache_version set default 7', 'column cache_version of posts differs from'],
    'an index with another predicate': [
      "drop index posts_key; create unique index posts_key on posts (idempotency_key, user_id) where idempotency_key = 'x'",
      'index posts_key on posts differs from',
    ],
    'an added table': ['create table loot (hash text)', 'table loot is not part of'],
    'an unlogged table': ['alter table rate_limit_attempts set unlogged', 'table rate_limit_attempts differs from'],
    'a rule': ['create rule quiet as on delete to sessions do instead nothing', 'rule quiet on sessions is not part of'],
    'a sequence': ['create sequence counted', 'sequence counted is not part of'],
  },
  {
    'a renamed column': [
      'alter table users rename column email to mail',
      'column email of users is missing',
      'column mail of users is not part of',
    ],
    'a dropped constraint': [
      'alter table sessions drop constraint sessions_user_id_fkey',
      'constraint sessions_user_id_fkey on sessions is missing',
    ],
    'a table replaced by a view': [
      'drop table request_counts; create view request_counts as select 1 as key',
      'table request_counts is missing',
      'view request_counts is not part',
    ],
  },
  {
    'another collation': ['alter table users alter column email type text collate "C"', 'column email of users differs from'],
    'disabled constraint checks': ['alter table users disable trigger all', 'disabled check of sessions_user_id_fkey on users is not part'],
  },
  {
    'a nullable column': ['alter table users alter column email drop not null', 'column email of users differs from'],
    'an inheriting table in another schema': [
      'create schema aside; create table aside.more () inherits (users)',
      'inheriting table aside.more on users',
    ],
  },
  {
    'row security': [
      'alter table users enable row level security; create policy none on users using (false)',
      'table users differs',
      'policy none on users',
    ],
  },
];

test.for(alterations.map((group) => [Object.keys(group).join(', '), Object.values(group)] as const))(
  'doctor reports %s',
  async ([, group]) => {
    const settings = await installation(group.map(([sql]) => sql).join('; '));
    const { code, out } = await runHere(['doctor', '--offline'], { ...databaseEnvironment(settings), PORT: '0' });
    expect(code).toBe(1);
    for (const finding of group.flatMap(([, ...findings]) => findings)) expect(out).toContain(finding);
  },
);

test('backup and move refuse an altered schema', async () => {
  const settings = await installation('create table loot (hash text)');
  const target = join(settings.dataDir, 'copied.db');
  for (const command of [
    ['backup', target],
    ['move', '--to', `sqlite:${target}`],
  ])
    expect(await runHere(command, databaseEnvironment(settings))).toMatchObject({
      code: 1,
      err: expect.stringContaining('table loot is not part of'),
    });
  expect(existsSync(target)).toBe(false);
});

test('doctor accepts a migrated database of every version and leaves no objects behind', async () => {
  const settings = await installation('', 0);
  const objects = async () => (await onDatabase(settings.databaseUrl, 'select count(*) from pg_class')).rows;
  for (const { version, sql } of migrations) {
    await onDatabase(settings.databaseUrl, `${sql}; insert into schema_version values (${version})`);
    const before = await objects();
    const found = await checkDatabase(readSettings(databaseEnvironment(settings))); // without the other checks of doctor, which would take most of the time
    expect(JSON.stringify(found), `version ${version}`).not.toContain('was altered');
    expect(await objects(), `version ${version}`).toEqual(before);
  }
});

test('an upgrade refuses an altered schema; a start without an upgrade only warns', async () => {
  const old = await installation('create table loot (hash text)', 6);
  await expect(openDb(old)).rejects.toThrow('table loot is not part of version 6');
  expect((await onDatabase(old.databaseUrl, 'select max(version) as version from schema_version')).rows).toEqual([{ version: 6 }]);

  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  await (await openDb(await installation(''), { warn })).close();
  expect(warnings).toEqual([]);
  await (await openDb(await installation('create index mine on posts (created_at)'), { warn })).close();
  expect(warnings).toEqual([expect.stringContaining('index mine on posts is not part of version')]);
});

test('restore refuses a target with an altered schema', async () => {
  const target = await installation(`${trigger}; create trigger steal before insert on users for each row execute function take()`);
  const source = await installation('');
  const file = join(source.dataDir, 'source.db');
  expect(await runHere(['backup', file], databaseEnvironment(source))).toMatchObject({ code: 0 });
  expect(await runHere(['restore', file], databaseEnvironment(target))).toMatchObject({
    code: 1,
    err: expect.stringContaining('trigger steal on users'),
  });
});

/** Creates a role with these settings and returns the database URL for it. */
async function role(url: string, sql: (name: string) => string): Promise<string> {
  const name = `role_${newId().replaceAll('-', '')}`;
  await onDatabase(url, `create role ${name} login superuser; ${sql(name)}`);
  onCleanup(() => onDatabase(inject('postgresUrl'), `drop role ${name}`));
  return url.replace('user=postgres', `user=${name}`);
}

test('start and doctor refuse an unsuitable database or role with a message', async () => {
  const settings = await installation('create schema hostile');
  const url = String(settings.databaseUrl);
  const latin = `latin_${newId().replaceAll('-', '')}`;
  await onDatabase(inject('postgresUrl'), `create database ${latin} encoding 'LATIN1' template template0`);
  onCleanup(() => onDatabase(inject('postgresUrl'), `drop database ${latin} with (force)`));
  const unsuitable: Array<[url: string, message: string]> = [
    [inject('postgresUrl').replace('/postgres?', `/${latin}?`), 'stores text as LATIN1, and must as UTF8'],
    [await role(url, (name) => `alter role ${name} set default_transaction_read_only = on`), 'default_transaction_read_only = on'],
    [await role(url, (name) => `alter role ${name} set search_path = hostile, public`), 'puts the schema "hostile" before it'],
    [await role(url, (name) => `alter role ${name} set search_path = nowhere`), 'search_path (nowhere) exists'],
  ];
  for (const [databaseUrl, message] of unsuitable) {
    await expect(openDb({ ...settings, databaseUrl })).rejects.toThrow(message);
    const { code, out } = await runHere(['doctor', '--offline'], { ...databaseEnvironment({ ...settings, databaseUrl }), PORT: '0' });
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(message) });
  }
});
