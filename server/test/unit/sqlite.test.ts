import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  stat,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DatabaseUnusable, MissingReference } from '../../src/platform/db/db.ts';
import { ourMigrations } from '../../src/platform/db/migrations.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { newId } from '../../src/platform/id.ts';

/* Behaviour specific to SQLite: the database file. */

const root = mkdtempSync(join(tmpdir(), 'dev-connector-sqlite-'));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'));
  file = join(folder, 'dev-connector.db');
});

const newest = Number.parseInt(readdirSync(ourMigrations).toSorted().at(-1) ?? '', 10);
const next = String(newest + 1).padStart(4, '0');

function later(sql = 'create table later (id text not null) strict;'): URL {
  const migrations = join(folder, 'migrations');
  cpSync(ourMigrations, migrations, { recursive: true });
  writeFileSync(join(migrations, `${next}-later.sql`), sql);
  return pathToFileURL(`${migrations}/`);
}

async function withOneUser(): Promise<void> {
  const db = await openSqlite(file);
  await db.run`
    insert into users (id, name, email, email_key, password_hash, created_at) values (${newId()}, ${'Ada'}, ${'e'}, ${'k'}, ${'h'}, ${1})`;
  await db.close();
}

test('copies a database with data before migrating it, but not a new one', async () => {
  await withOneUser();
  expect(readdirSync(folder)).toEqual(['dev-connector.db']);
  await (await openSqlite(file, { migrations: later() })).close();
  expect(readdirSync(folder).filter((name) => name !== 'migrations')).toEqual(['dev-connector.db', `dev-connector.db.before-${next}`]);
  expect(statSync(`${file}.before-${next}`).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(`${file}.before-${next}`, { readOnly: true });
  expect(copy.prepare('select name from users').all()).toEqual([{ name: 'Ada' }]);
  expect(copy.prepare('pragma user_version').get()).toEqual({ user_version: newest });
  copy.close();
});

test('rolls back a migration that breaks foreign keys', async () => {
  await withOneUser();
  const db = await openSqlite(file);
  await db.run`insert into posts (id, user_id, text, created_at) select ${newId()}, id, ${'T'}, ${1} from users`;
  await db.close();
  await expect(openSqlite(file, { migrations: later('delete from users;') })).rejects.toThrow(
    'a row of posts references a missing row of users',
  );
  const again = await openSqlite(file);
  expect(await again.get`select count(*) as users from users`).toEqual({ users: 1 });
  await expect(again.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${'nobody'}, ${'T'}, ${1})`).rejects.toThrow(
    MissingReference,
  );
  await again.close();
});

test('several processes can start on one file concurrently', async () => {
  await withOneUser();
  const migrations = later().href;
  const program = `
    import { openSqlite } from ${JSON.stringify(new URL('../../src/platform/db/sqlite/sqlite.ts', import.meta.url).href)};
    process.stdin.once('data', async () => {
      const db = await openSqlite(${JSON.stringify(file)}, { migrations: new URL(${JSON.stringify(migrations)}) });
      console.log(JSON.stringify(await db.all\`select name from users\`));
      await db.close();
      process.exit();
    });
    console.log('ready');`;
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const outputs = processes.map(() => '');
  for (const [index, { stdout }] of processes.entries()) stdout.on('data', (chunk) => (outputs[index] += chunk));
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  const exits = processes.map((process) => once(process, 'exit'));
  for (const { stdin } of processes) stdin.write('go');
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(outputs).toEqual(outputs.map(() => 'ready\n[{"name":"Ada"}]\n'));
  const copy = new DatabaseSync(`${file}.before-${next}`, { readOnly: true });
  expect(copy.prepare('pragma user_version').get()).toEqual({ user_version: newest });
  copy.close();
});

test('only the owner can access the database files, even in a shared folder', async () => {
  chmodSync(folder, 0o755);
  const db = await openSqlite(file);
  await db.run`insert into users (id, name, email, email_key, password_hash, created_at) values ('u', 'A', 'a', 'a', '', 0)`;
  const files = readdirSync(folder);
  expect(files).toContain('dev-connector.db-wal');
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  await db.close();
});

test('creates a folder that only the owner can access', async () => {
  const db = await openSqlite(join(folder, 'state', 'dev-connector.db'));
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  await db.close();
});

test.for<[string, () => void, RegExp]>([
  [
    'not a database',
    () => writeFileSync(file, 'This is a text, and no database at all. '.repeat(100)),
    /^The database file \S+ is not a database of SQLite.+ restore a backup\.$/,
  ],
  ['a folder', () => mkdirSync(file), /^The database file \S+ cannot be used, because it is a folder: .+\. Choose the path of a file\.$/],
  [
    'inside a file',
    () => {
      writeFileSync(join(folder, 'state'), '');
      file = join(folder, 'state', 'dev-connector.db');
    },
    /^The database file \S+ cannot be created, because something of that name exists: .+\/state'\. Choose another path/,
  ],
  [
    'damaged',
    () => {
      const database = new DatabaseSync(file);
      database.exec('create table t (x); insert into t values (1)');
      database.close();
      writeFileSync(file, 'x'.repeat(5000), { flag: 'r+' });
    },
    /^The database file \S+ is not a database of SQLite.+ restore a backup\.$/,
  ],
])('rejects a file that is %s with a clear message', async ([, corrupt, message]) => {
  corrupt();
  const opened = openSqlite(file);
  await expect(opened).rejects.toThrow(DatabaseUnusable);
  await expect(opened).rejects.toThrow(message);
});

/** Creates a database with many pages and closes it. */
async function withManyPosts(): Promise<void> {
  await withOneUser();
  const db = await openSqlite(file);
  const user = await db.get<{ id: string }>`select id from users`;
  await db.transaction(async (tx) => {
    for (let index = 0; index < 500; index++)
      await tx.run`insert into posts (id, user_id, text, created_at) values (${newId()}, ${user?.id ?? ''}, ${'Text '.repeat(100)}, ${1})`;
  });
  await db.close();
}

test.for<[string, () => void]>([
  ['truncated', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
  [
    'partly overwritten',
    () => {
      const descriptor = openSync(file, 'r+');
      writeSync(descriptor, 'x'.repeat(3 * 4096), Math.floor(statSync(file).size / 8192) * 4096);
      closeSync(descriptor);
    },
  ],
])('rejects a file that was %s with a clear message and does not change it', async ([, corrupt]) => {
  await withManyPosts();
  corrupt();
  const before = readFileSync(file);
  await expect(openSqlite(file)).rejects.toThrow(/^The database file .+ (is damaged|is not a database).*: .+ restore a backup\.$/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('rejects a read-only file in a read-only folder with a clear message', async () => {
  await withOneUser();
  for (const path of [file, folder]) chmodSync(path, 0o555);
  const root = process.geteuid?.() === 0;
  if (root) {
    chmodSync(dirname(folder), 0o755);
    process.seteuid?.(65_534); // root can write anywhere
  }
  try {
    await expect(openSqlite(file)).rejects.toThrow(
      /^The database file \S+ cannot be accessed by this user: EACCES.+ change its permissions/,
    );
  } finally {
    if (root) process.seteuid?.(0);
    chmodSync(folder, 0o755);
  }
});

test('uses defensive mode, foreign keys and durable commits', async () => {
  const db = await openSqlite(file);
  expect(await db.all`select * from pragma_foreign_keys`).toEqual([{ foreign_keys: 1 }]);
  expect(await db.all`select * from pragma_journal_mode`).toEqual([{ journal_mode: 'wal' }]);
  await db.transaction(async (tx) => {
    expect(await tx.all`select * from pragma_synchronous`).toEqual([{ synchronous: 2 }]);
  });
  await expect(db.run`insert into sqlite_schema (type, name) values (${'table'}, ${'x'})`).rejects.toThrow();
  await expect(db.run`pragma writable_schema = on`.then(() => db.run`delete from sqlite_schema`)).rejects.toThrow('may not be modified');
  await db.close();
});

test('close completes pending writes and leaves only the database file', async () => {
  const db = await openSqlite(file);
  const ids = Array.from({ length: 300 }, newId);
  const written = ids.map(
    (id) => db.run`
    insert into users (id, name, email, email_key, password_hash, created_at) values (${id}, ${'n'}, ${'e'}, ${id}, ${'h'}, ${1})`,
  );
  await db.close();
  expect(await Promise.all(written)).toEqual(ids.map(() => 1));
  expect(readdirSync(folder)).toEqual(['dev-connector.db']);
  const after = new DatabaseSync(file);
  expect(after.prepare('select count(*) as count from users').get()).toEqual({ count: ids.length });
  after.close();
});

test.for(['poll', 'immediate'])('reads see commits of another process from the next tick, after a read in the %s phase', async (phase) => {
  await withOneUser();
  const db = await openSqlite(file);
  const other = new DatabaseSync(file);
  const nameNow = async () => (await db.get<{ name: string }>`select name from users`)?.name;
  for (const name of ['Grace', 'Katherine']) {
    const polled = promisify(stat)(file).then(() => {
      other.prepare('update users set name = ?').run(name);
      return nameNow();
    });
    if (phase === 'immediate') await new Promise(setImmediate);
    await nameNow(); // usually runs before the other process writes; on a slow machine it runs after, and nothing becomes stale
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // gives the stat call time to complete
    expect(await polled).toBe(name);
  }
  other.close();
  await db.close();
});

test('overwrites deleted data in the file', async () => {
  const db = await openSqlite(file);
  const ids = Array.from({ length: 200 }, newId);
  for (const id of ids) {
    await db.run`
      insert into users (id, name, email, email_key, password_hash, created_at)
      values (${id}, ${'Forgotten'}, ${`forgotten-${id}@example.org`}, ${id}, ${'h'.repeat(200)}, ${1})`;
  }
  await db.close();
  expect(readFileSync(file).includes('forgotten-')).toBe(true);
  const again = await openSqlite(file);
  await again.transaction(async (tx) => {
    for (const id of ids) await tx.run`delete from users where id = ${id}`;
  });
  await again.close();
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes('forgotten-'), name).toBe(false);
});
