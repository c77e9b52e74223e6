import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databaseFile, openDb } from '../../src/platform/db/open.ts';
import { call, run, startSite } from '../program.ts';

/* Only the owner of a data folder may use it, with any number of processes. */

const root = process.getuid?.() === 0;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function installation(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-folder-'));
  folders.push(dataDir);
  await (await openDb({ dataDir })).close();
  return dataDir;
}

/** Runs as `nobody` if the test runs as root, who could read any file. */
const runWithoutAccess = (args: string[], DATA_DIR: string) => run(args, { DATA_DIR, PORT: '0' }, undefined, root ? { uid: 65_534 } : {});
const permissionHint = root ? "sudo -u '#0' dev-connector …" : 'chmod -R u+rwX';

test.skipIf(process.platform === 'win32')('every command explains missing access to the data folder and how to fix it', async () => {
  const dataDir = await installation();
  const backup = join(dataDir, '../never.db');
  chmodSync(dataDir, root ? 0o700 : 0o000);
  try {
    for (const args of [
      ['start'],
      ['backup', backup],
      ['restore', backup],
      ['user', 'list'],
      ['demo'],
      ['move', '--to', `sqlite:${backup}`],
    ]) {
      const { code, out, err } = await runWithoutAccess(args, dataDir);
      expect({ args, code, out }).toEqual({ args, code: 1, out: '' });
      expect(err, String(args)).toMatch(/^\S+ cannot be (read|written) by the current user .+\. .+\n$/);
      expect(err).toContain(permissionHint);
    }
    const { code, out } = await runWithoutAccess(['doctor', '--offline'], dataDir);
    expect(code).toBe(1);
    expect(out).toMatch(/^fault {2}folder .+ cannot be written by the current user /m);
    expect(out).not.toMatch(/none in .+ yet/);
    expect(out).toContain('Found 1 fault.');
  } finally {
    chmodSync(dataDir, 0o700);
  }
});

test.skipIf(process.platform !== 'linux')('a site does not start with a data folder that cannot exist', async () => {
  for (const dataDir of ['/proc/none', '/proc/none/deeper', '/sys/none', '/dev/null/none']) {
    const { code, err } = await run(['start'], { DATA_DIR: dataDir, PORT: '0' });
    expect({ dataDir, code }).toEqual({ dataDir, code: 1 });
    expect(err, dataDir).toMatch(/^The database file \S+ cannot be .+\. .+\n$|is not a folder/);
  }
});

test.skipIf(process.platform === 'win32')('a site does not start on a read-only database', async () => {
  const dataDir = await installation();
  chmodSync(databaseFile(dataDir), 0o444);
  chmodSync(dataDir, root ? 0o777 : 0o700);
  const { code, err } = await runWithoutAccess(['start'], dataDir);
  expect(code).toBe(1);
  expect(err).toMatch(/dev-connector\.db cannot be written by the current user /);
});

test('a second process on the same file reports the sharing, and both processes see all changes', async () => {
  const dataDir = await installation();
  const first = await startSite({ DATA_DIR: dataDir });
  const second = await startSite({ DATA_DIR: dataDir });
  expect(first.output()).not.toContain('shared');
  expect(second.output()).toContain('another process has this database open');
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = (await (await call(first.url, '/api/users', '', account)).json()) as { token: string };
  for (const { url } of [first, second]) await call(url, '/api/posts', token, { text: url });
  const feeds = await Promise.all([first, second].map(async ({ url }) => (await call(url, '/api/posts', token)).json()));
  for (const feed of feeds) expect(feed).toMatchObject([{ text: second.url }, { text: first.url }]);
  await first.stop();
  expect(await (await call(second.url, '/api/posts', token)).json()).toHaveLength(2);
  await second.stop();
  const third = await startSite({ DATA_DIR: dataDir });
  expect(third.output()).not.toContain('shared');
  await third.stop();
});

test.skipIf(process.platform === 'win32')('a site does not start if the folder of a linked database cannot be written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-folder-'));
  folders.push(dataDir);
  const real = await installation();
  symlinkSync(databaseFile(real), databaseFile(dataDir));
  chmodSync(databaseFile(real), 0o666);
  for (const [folder, mode] of [
    [dataDir, 0o777],
    [real, 0o555],
  ] as const)
    chmodSync(folder, mode);
  const { code, err } = await runWithoutAccess(['start'], dataDir);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${real} cannot be written by the current user `) });
});
