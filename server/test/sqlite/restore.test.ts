import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { restore } from '../../src/platform/db/backup.ts';
import { ourMigrations, readMigrations } from '../../src/platform/db/migrations.ts';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { dialect } from '../../src/platform/db/sqlite/sqlite.ts';
import { newId } from '../../src/platform/id.ts';
import { onCleanup } from '../cleanup.ts';
import { runHere } from '../program.ts';

/* Restoring into a data folder that already has files. */

const root = mkdtempSync(join(tmpdir(), 'dev-connector-restore-'));
onCleanup(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, 'data-'));

/** Creates the data folder of a stopped site with one member. */
async function folderOf(name: string): Promise<string> {
  const dataDir = folder();
  const db = await openDb({ dataDir });
  await db.run`
    insert into users (id, name, email, email_key, password_hash, created_at) values (${newId()}, ${name}, ${'e'}, ${'k'}, ${'h'}, ${1})`;
  await db.close();
  return dataDir;
}

function namesIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select name from users').all();
  database.close();
  return rows.map(({ name }) => name);
}

const backup = join(root, 'ada.db');
expect(await runHere(['backup', backup], { DATA_DIR: await folderOf('Ada') })).toMatchObject({ code: 0, err: '' });

test('--force moves the existing database and its WAL aside', async () => {
  const dataDir = await folderOf('Ben');
  // Kill the process so that the last write exists only in the WAL.
  const script = `
    import { openDb } from ${JSON.stringify(new URL('../../src/platform/db/open.ts', import.meta.url).href)};
    const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} });
    await db.run\`update users set name = 'Benjamin'\`;
    process.kill(process.pid, 'SIGKILL');`;
  spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(statSync(`${databaseFile(dataDir)}-wal`).size).toBeGreaterThan(0);

  expect(await runHere(['restore', backup], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    err: expect.stringContaining('Pass --force'),
  });
  expect(await runHere(['restore', backup, '--force'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
  expect(namesIn(databaseFile(dataDir))).toEqual(['Ada']);
  const aside = readdirSync(dataDir).find((name) => /\.replaced-[\dT-]+$/.test(name)) ?? '';
  expect(namesIn(join(dataDir, aside))).toEqual(['Benjamin']);
});

test('deletes a WAL left without its database', async () => {
  const dataDir = folder();
  writeFileSync(`${databaseFile(dataDir)}-wal`, 'left behind');
  expect(await runHere(['restore', backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(dataDir)).not.toContain('dev-connector.db-wal');
});

test('leaves the existing files in place if one cannot be moved', async () => {
  const target = databaseFile(folder());
  writeFileSync(target, 'no database');
  mkdirSync(`${target}-wal`); // a folder, which SQLite does not delete
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
  mkdirSync(`${target}.replaced-2026-11-21T120000-wal/in the way`, { recursive: true });
  await expect(restore(backup, target, { replace: true })).rejects.toThrow();
  vi.useRealTimers();
  expect(readFileSync(target, 'utf8')).toBe('no database');
  expect(statSync(`${target}-wal`).isDirectory()).toBe(true);
});

test('refuses to restore under a running site, even with --force', async () => {
  const dataDir = await folderOf('Eva');
  const site = await openDb({ dataDir });
  for (const args of [[], ['--force']])
    expect(await runHere(['restore', backup, ...args], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use: stop the site'),
    });
  expect(await site.get`select name from users`).toEqual({ name: 'Eva' });
  await site.close();
});

test('the next start upgrades a backup of the first version', async () => {
  const old = join(root, 'old.db');
  const [first] = readMigrations(dialect, ourMigrations);
  const database = new DatabaseSync(old);
  database.exec(`${first?.sql}; pragma user_version = 1`);
  database.exec("insert into users values ('i', 'Ida', 'e', 'k', 'a', 'h', 1)");
  database.close();
  const before = readFileSync(old);
  const dataDir = folder();
  expect(await runHere(['restore', old], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(old).equals(before)).toBe(true);
  const db = await openDb({ dataDir });
  expect(await db.get`select name from users`).toEqual({ name: 'Ida' });
  await db.close();
  const restored = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  expect(restored.prepare('pragma user_version').get()).toEqual({ user_version: readMigrations(dialect, ourMigrations).at(-1)?.version });
  restored.close();
});

const emptyFolder = folder();
test.for([
  ['backup', join(emptyFolder, 'x')],
  ['user', 'list'],
  ['move', '--to', `sqlite:${join(emptyFolder, 'y')}`],
])('%s reports a folder without a database and does not create one', async (args) => {
  expect(await runHere(args, { DATA_DIR: emptyFolder })).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('There is no database in'),
  });
  expect(readdirSync(emptyFolder)).toEqual([]);
});
