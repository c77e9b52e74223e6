import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { databaseFile } from '../../src/platform/db/open.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { createDatabase, openSite } from '../site.ts';

/* The files of a running site are moved, replaced or deleted. POSIX only: Windows does not let others do this to open files. */

const refused = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');
const notReady = errorResponse(503, 'The database file of the site was moved, replaced or deleted. Move it back, or restart the site.');

const replace = (file: string, write: (part: string) => void) => {
  write(`${file}.part`);
  renameSync(`${file}.part`, file);
};

const losses: Array<[string, (file: string) => void]> = [
  ['deleted', (file) => rmSync(file)],
  ['moved', (file) => renameSync(file, `${file}.moved`)],
  ['replaced by a copy', (file) => replace(file, (part) => copyFileSync(file, part))],
  ['replaced by an empty file', (file) => replace(file, (part) => writeFileSync(part, ''))],
  ['moved with its folder', (file) => renameSync(join(file, '..'), join(file, '../../moved'))],
  ['left without its log', (file) => rmSync(`${file}-wal`)],
  ['left without its shared memory', (file) => rmSync(`${file}-shm`)],
];

/** Reads the posts in another process: in this one, SQLite would share the locks and the shared memory of the site. */
const textsIn = (file: string): string[] => {
  const script = `
    import { DatabaseSync } from 'node:sqlite';
    const rows = new DatabaseSync(process.argv[1]).prepare('select text from posts order by id').all();
    console.log(JSON.stringify(rows.map(({ text }) => text)));`;
  return JSON.parse(execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script, file], { encoding: 'utf8' }));
};

/** A site in a folder of its own, with one member. */
async function openMovable() {
  const { dataDir } = await createDatabase({ migrated: true });
  mkdirSync(join(dataDir, 'data'));
  renameSync(databaseFile(dataDir), databaseFile(join(dataDir, 'data')));
  const site = await openSite({ dataDir: join(dataDir, 'data'), walInterval: 1_000_000 });
  return { site, file: databaseFile(site.settings.dataDir), ada: await createMember(site, 'Ada'), parent: dataDir };
}

test.skipIf(process.platform === 'win32').for(losses)('acknowledges no write into a file that was %s', async ([, lose]) => {
  const { site, file, ada } = await openMovable();
  const stored = await writePost(ada, 'Before');
  lose(file);
  for (const text of ['First', 'Second']) expect(await ada.post('/api/posts', { text })).toMatchObject(refused);
  expect(await clientOf(site).get('/readyz')).toMatchObject(notReady);
  expect((await clientOf(site).get('/healthz')).status).toBe(200);
  expect((await ada.get('/api/posts')).body.map(({ _id }: { _id: string }) => _id)).toEqual([stored]);
});

test.skipIf(process.platform === 'win32')(
  'moves the log into a deleted file before it refuses a second write, so that a copy has all data',
  async () => {
    const { dataDir } = await createDatabase();
    const file = databaseFile(dataDir);
    const db = await openSqlite(file, { walInterval: 1_000_000 });
    onCleanup(() => db.close());
    await db.run`create table notes (text text)`;
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    rmSync(file);
    const second = db.run`insert into notes values ('first')`.catch(() => db.run`insert into notes values ('second')`);
    await expect(second).rejects.toThrow('moved, replaced or deleted');
    expect(statSync(`${file}-wal`).size).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')('is not ready as soon as the file is gone, without a write', async () => {
  const { site, file } = await openMovable();
  expect((await clientOf(site).get('/readyz')).status).toBe(200);
  renameSync(file, `${file}.moved`);
  expect(await clientOf(site).get('/readyz')).toMatchObject(notReady);
  renameSync(`${file}.moved`, file);
  expect((await clientOf(site).get('/readyz')).status).toBe(200);
});

test.skipIf(process.platform === 'win32')('writes again when the file is moved back, and has lost nothing', async () => {
  const { file, ada, site } = await openMovable();
  await writePost(ada, 'Before');
  renameSync(file, `${file}.moved`);
  expect(await ada.post('/api/posts', { text: 'During' })).toMatchObject(refused);
  renameSync(`${file}.moved`, file);
  await writePost(ada, 'After');
  expect((await ada.get('/api/posts')).body.map(({ text }: { text: string }) => text)).toEqual(['After', 'Before']);
  await site.app.close();
  await site.db.close();
  expect(textsIn(file)).toEqual(['Before', 'After']);
});

test.skipIf(process.platform === 'win32')('a file that was moved without its log has every acknowledged write', async () => {
  const { site, file, ada } = await openMovable();
  await writePost(ada, 'Only in the log');
  renameSync(file, `${file}.moved`);
  expect(await ada.post('/api/posts', { text: 'Refused' })).toMatchObject(refused);
  expect(await ada.post('/api/posts', { text: 'Refused' })).toMatchObject(refused);
  expect(textsIn(`${file}.moved`)).toEqual(['Only in the log']);
  await site.app.close();
});

test.skipIf(process.platform === 'win32')('the log of a replaced file does not damage the file that took its place', async () => {
  const { site, file, ada } = await openMovable();
  const other = await createDatabase({ migrated: true });
  await writePost(ada, 'In the log of the old file');
  renameSync(databaseFile(other.dataDir), file);
  expect(await ada.post('/api/posts', { text: 'Refused' })).toMatchObject(refused);
  await site.app.close();
  await site.db.close();
  const db = await openSqlite(file);
  onCleanup(() => db.close());
  expect(await db.all`select text from posts`).toEqual([]);
});

test.skipIf(process.platform === 'win32')('logs the loss once, with the command that saves a deleted file, and the return', async () => {
  const { dataDir } = await createDatabase({ migrated: true });
  const file = databaseFile(dataDir);
  const sentences: string[] = [];
  const db = await openSqlite(file, { warn: (sentence) => sentences.push(sentence) });
  onCleanup(() => db.close());
  const write = () => db.run`update users set name = name`;
  await write();
  renameSync(file, `${file}.moved`);
  for (let times = 0; times < 3; times++) await expect(write()).rejects.toThrow('was moved, replaced or deleted');
  await expect(db.ready()).rejects.toThrow('was moved, replaced or deleted');
  renameSync(`${file}.moved`, file);
  await write();
  expect(sentences).toEqual([
    expect.stringMatching(
      /dev-connector\.db was moved, replaced or deleted while the site runs, so writes are refused\. .+ restart the site/,
    ),
    `${file} is back at its path: the site writes again.`,
  ]);
  if (process.platform !== 'linux') return;
  rmSync(file);
  await expect(write()).rejects.toThrow('was moved, replaced or deleted');
  const source = /"cp (\S+) FILE"/.exec(sentences.at(-1) ?? '')?.[1] ?? '';
  expect(existsSync(source)).toBe(true);
  copyFileSync(source, `${file}.saved`);
  expect(textsIn(`${file}.saved`)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('dev-connector.db');
});

test.skipIf(process.platform === 'win32')('a folder that denies access counts as unchanged', async () => {
  // A process of another user, because root has access to any folder.
  const program = `
    import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
    import { openFiles } from ${JSON.stringify(new URL('../../src/platform/db/sqlite/open-files.ts', import.meta.url))};
    const folder = mkdtempSync('${tmpdir()}/dev-connector-denied-');
    const file = folder + '/dev-connector.db';
    writeFileSync(file, '');
    const files = openFiles(file, { lost() {} });
    const present = [files.arePresent()];
    chmodSync(folder, 0);
    present.push(files.arePresent());
    chmodSync(folder, 0o700);
    rmSync(file);
    present.push(files.arePresent());
    rmSync(folder, { recursive: true });
    console.log(JSON.stringify(present));`;
  const options = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=development', '--input-type=module', '--eval', program],
    options,
  );
  expect(JSON.parse(stdout)).toEqual([true, true, false]);
});

test.skipIf(process.platform === 'win32')('the log of a file behind a symbolic link is watched, too', async () => {
  const { dataDir } = await createDatabase({ migrated: true });
  mkdirSync(join(dataDir, 'linked'));
  symlinkSync(databaseFile(dataDir), databaseFile(join(dataDir, 'linked')));
  const site = await openSite({ dataDir: join(dataDir, 'linked'), walInterval: 1_000_000 });
  const ada = await createMember(site, 'Ada');
  await writePost(ada, 'Before');
  rmSync(`${databaseFile(dataDir)}-wal`);
  expect(await ada.post('/api/posts', { text: 'After' })).toMatchObject(refused);
});
