import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import { run } from '../program.ts';

/* Databases in folders that the user of a command can read and not write, as on a read-only disk, a snapshot or in the folder of another user. */

const root = process.getuid?.() === 0;
const asOther = (args: string[], DATA_DIR: string) => run(args, { DATA_DIR, PORT: '0' }, undefined, root ? { uid: 65_534 } : {});

function folder(mode: number): string {
  const path = mkdtempSync(join(tmpdir(), 'dev-connector-unwritable-'));
  onCleanup(() => {
    chmodSync(path, 0o700);
    rmSync(path, { recursive: true, force: true });
  });
  chmodSync(path, mode);
  return path;
}

/** A database with one member, as a stopped site leaves it, or with `files` of one that was killed. */
async function unwritable(files: string[]): Promise<string> {
  const [source, dataDir] = [folder(0o700), folder(0o700)];
  const db = await openDb({ dataDir: source }, { walInterval: 1_000_000 });
  await db.run`insert into users (id, name, email, email_key, password_hash, created_at) values ('u', 'Ada', 'a', 'a', '', 0)`;
  if (files.length === 1) await db.close();
  for (const ending of files) copyFileSync(databaseFile(source) + ending, databaseFile(dataDir) + ending);
  if (files.length > 1) await db.close();
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o444);
  chmodSync(dataDir, 0o555);
  return dataDir;
}

const inPlace = /was read in place and without locks, because its folder cannot be written/;
const asCopy = /and its log were copied to the temporary folder and read there/;

test.skipIf(process.platform === 'win32').for<[string, string[], RegExp]>([
  ['without a log', [''], inPlace],
  ['with a log', ['', '-wal'], asCopy],
  ['with a log and shared memory', ['', '-wal', '-shm'], /^/],
])('backup, restore, move and doctor read a database that they cannot write, %s', { timeout: 120_000 }, async ([, files, note]) => {
  const dataDir = await unwritable(files);
  const before = readdirSync(dataDir);
  const own = folder(0o777);

  const backup = join(own, 'backup.db');
  expect(await asOther(['backup', backup], dataDir)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 member'),
    err: expect.stringMatching(note),
  });

  const restored = join(own, 'restored');
  const restoring = await asOther(['restore', databaseFile(dataDir)], restored);
  expect(restoring).toMatchObject({ code: 0, out: expect.stringContaining('1 member'), err: expect.stringMatching(note) });

  const moving = await asOther(['move', '--to', `sqlite:${join(own, 'moved.db')}`], dataDir);
  expect(moving).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 member'),
    err: expect.stringMatching(/copied instead of locked, and is not marked as moved/),
  });

  const { out } = await asOther(['doctor', '--offline'], dataDir);
  expect(out).toMatch(/^ok {5}database {3}SQLite, .+ intact/m);
  expect(out).toMatch(note);
  expect(readdirSync(dataDir)).toEqual(before);
});

test.skipIf(process.platform === 'win32')(
  'backup and doctor read the log of a database behind a symbolic link, which they cannot write',
  async () => {
    const linked = folder(0o700);
    symlinkSync(databaseFile(await unwritable(['', '-wal'])), databaseFile(linked));
    chmodSync(linked, 0o555);
    expect(await asOther(['backup', join(folder(0o777), 'backup.db')], linked)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 member'),
      err: expect.stringMatching(asCopy),
    });
    expect((await asOther(['doctor', '--offline'], linked)).out).toMatch(/^ok {5}database {3}SQLite, .+ intact/m);
  },
);

test.skipIf(process.platform === 'win32')('names the temporary folder if a database cannot be copied to it', async () => {
  const dataDir = await unwritable(['', '-wal']);
  const { code, err } = await run(
    ['backup', join(folder(0o777), 'backup.db')],
    { DATA_DIR: dataDir, TMPDIR: '/nonexistent' },
    undefined,
    root ? { uid: 65_534 } : {},
  );
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringMatching(/temporary folder \/nonexistent, which failed: ENOENT.*Set TMPDIR to a writable folder/),
  });
});

test.skipIf(process.platform === 'win32')('names the file if its disk fails while it is copied to the temporary folder', async () => {
  const dataDir = await unwritable(['', '-wal']);
  const failCopies = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.copyFileSync = () => { throw Object.assign(new Error('EIO: i/o error, copyfile'), { code: 'EIO' }); }; syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(failCopies)}`;
  const environment = { DATA_DIR: dataDir, NODE_OPTIONS };
  const { code, err } = await run(['backup', join(folder(0o777), 'backup.db')], environment, undefined, root ? { uid: 65_534 } : {});
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/dev-connector\.db cannot be .+: EIO: i\/o error/) });
  expect(err).not.toContain('TMPDIR');
});

test('rendering uses the data folder, and doctor says so, if the temporary folder cannot be used', async () => {
  const dataDir = join(folder(0o700), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const { startSite } = await import('../program.ts');
  const site = await startSite({ DATA_DIR: dataDir, TMPDIR: '/nonexistent' });
  for (const path of ['/resume.pdf', '/dev/og.png']) expect((await fetch(site.url + path)).status, path).toBe(200);
  expect(existsSync(join(dataDir, 'tmp'))).toBe(true);
  expect(site.output()).toContain('The temporary folder /nonexistent cannot be written (ENOENT).');
  await site.stop();
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  const { out } = await run(['doctor', '--offline'], { DATA_DIR: dataDir, TMPDIR: '/nonexistent' });
  expect(out).toMatch(/^fault {2}temporary {2}The temporary folder \/nonexistent cannot be written \(ENOENT\)\. Set TMPDIR/m);
});
