import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onCleanup } from '../cleanup.ts';
import { runHere, startSite } from '../program.ts';
import { createDatabase } from '../site.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-saved-'));
onCleanup(() => rmSync(folder, { recursive: true, force: true }));
const DATA_DIR = join(folder, 'data');
const { databaseUrl = '' } = await createDatabase();
/** The forms in which an address can have a password. */
const withPassword = [databaseUrl.replace('//', '//postgres:hunter2@'), `${databaseUrl}&password=hunter2`];

const saved = () => readFileSync(join(DATA_DIR, 'settings.json'), 'utf8');
const site = (environment: Record<string, string>) => startSite({ DATA_DIR, ...environment });
const listMembers = (environment: Record<string, string> = {}) => runHere(['user', 'list'], { DATA_DIR, ...environment });

test.for(withPassword)('commands find the database of the site, but its password is not saved: %#', async (address) => {
  await (await site({ DATABASE_URL: address })).stop();
  expect(saved()).not.toContain('hunter2');
  expect(await listMembers()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('DATABASE_URL is not set. The site was started with one that has a password'),
  });
  expect(await listMembers({ DATABASE_URL: address })).toEqual({ code: 0, out: '', err: '' });
});

test('commands read an address with a password from the file of the site', async () => {
  const file = join(folder, 'address');
  writeFileSync(file, withPassword[0] ?? '', { mode: 0o600 });
  await (await site({ DATABASE_URL_FILE: file })).stop();
  expect(JSON.parse(saved())).toMatchObject({ DATABASE_URL_FILE: file });
  expect(saved()).not.toContain('hunter2');
  expect(await listMembers()).toEqual({ code: 0, out: '', err: '' });
});

test('commands use an address without a password unchanged', async () => {
  await (await site({ DATABASE_URL: databaseUrl })).stop();
  expect(JSON.parse(saved()).DATABASE_URL).toBe(databaseUrl);
  expect(await listMembers()).toEqual({ code: 0, out: '', err: '' });
});
