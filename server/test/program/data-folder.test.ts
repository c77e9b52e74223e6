import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databaseFile, openDb } from '../../src/db/open.ts';
import { call, run, startSite } from '../program.ts';

/* Who may use a data folder: its owner, and as many processes of that one as there are. */

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

/** Root may read anything: it gives its rights away, where anybody else takes their own. */
const asStranger = (words: string[], DATA_DIR: string) => run(words, { DATA_DIR, PORT: '0' }, undefined, root ? { uid: 65_534 } : {});
const permissionHint = root ? "sudo -u '#0' dev-connector …" : 'chmod -R u+rwX';

test.skipIf(process.platform === 'win32')('who may not read the data folder is told so, and what to do, by every command', async () => {
  const dataDir = await installation();
  const backup = join(dataDir, '../never.db');
  chmodSync(dataDir, root ? 0o700 : 0o000);
  try {
    for (const words of [
      ['start'],
      ['backup', backup],
      ['restore', backup],
      ['user', 'list'],
      ['demo'],
      ['move', '--to', `sqlite:${backup}`],
    ]) {
      const { code, out, err } = await asStranger(words, dataDir);
      expect({ words, code, out }).toEqual({ words, code: 1, out: '' });
      expect(err, String(words)).toMatch(/^\S+ cannot be (read|written) by the current user .+\. .+\n$/);
      expect(err).toContain(permissionHint);
    }
    const { code, out } = await asStranger(['doctor', '--offline'], dataDir);
    expect(code).toBe(1);
    expect(out).toMatch(/^fault {2}folder .+ may not be written to by the user /m);
    expect(out).not.toMatch(/none in .+ yet/);
    expect(out).toContain('Found 1 fault.');
  } finally {
    chmodSync(dataDir, 0o700);
  }
});

test.skipIf(process.platform === 'win32')('a site does not start over a database that it may read and not write', async () => {
  const dataDir = await installation();
  chmodSync(databaseFile(dataDir), 0o444);
  chmodSync(dataDir, root ? 0o777 : 0o700);
  const { code, err } = await asStranger(['start'], dataDir);
  expect(code).toBe(1);
  expect(err).toMatch(/dev-connector\.db cannot be written by the current user /);
});

test('a second process over the same file says that it shares it, and both show what either was told', async () => {
  const dataDir = await installation();
  const first = await startSite({ DATA_DIR: dataDir });
  const second = await startSite({ DATA_DIR: dataDir });
  expect(first.said()).not.toContain('shared');
  expect(second.said()).toContain('another process has this database open');
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = (await (await call(first.url, '/api/users', '', account)).json()) as { token: string };
  for (const { url } of [first, second]) await call(url, '/api/posts', token, { text: url });
  const feeds = await Promise.all([first, second].map(async ({ url }) => (await call(url, '/api/posts', token)).json()));
  for (const feed of feeds) expect(feed).toMatchObject([{ text: second.url }, { text: first.url }]);
  await first.stop();
  expect(await (await call(second.url, '/api/posts', token)).json()).toHaveLength(2);
  await second.stop();
  const third = await startSite({ DATA_DIR: dataDir });
  expect(third.said()).not.toContain('shared');
  await third.stop();
});
