import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, test } from 'vitest';
import { giveFirstHandles } from '../../src/features/handles/first-handles.ts';
import { changeStored, readStored } from '../../src/features/site/store.ts';
import { clientOf } from '../client.ts';
import { createMember, saveProfile, writePost } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { createDatabase, openSite } from '../site.ts';
import { pixel } from '../site-with-identity.ts';

/* Guarantees of backup and restore on both engines. A backup of a PostgreSQL database is an SQLite file too. */

const site = await openSite();
const ada = await createMember(site, 'Ada');
await giveFirstHandles(site.db); // as at the start of the restored site
await saveProfile(ada, { bio: 'Ça va? 🙂\n\ttabs, "quotes" and \\' });
const post = await writePost(ada, 'Worth keeping');
await ada.put(`/api/posts/like/${post}`);
await ada.post(`/api/posts/comment/${post}`, { text: 'Indeed' });

await changeStored(site.db, () => ({ identity: { name: 'Rust Bern' }, logo: pixel }));

const file = join(site.settings.dataDir, 'backup.db');
const engine = inject('engine');

test('restores a backup of a running site, including sessions', async () => {
  const result = await runHere(['backup', file, '--json'], databaseEnvironment(site.settings));
  expect(result).toMatchObject({ code: 0, err: '' });
  const rows = { users: 1, sessions: 1, profiles: 1, posts: 1, comments: 1, likes: 1, site: 1 };
  expect(JSON.parse(result.out)).toMatchObject({ file, bytes: statSync(file).size, rows, movedTo: null });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(site.settings.dataDir).filter((name) => name.startsWith('backup.db'))).toEqual(['backup.db']);

  const fresh = await createDatabase();
  const restored = await runHere(['restore', file, '--json'], databaseEnvironment(fresh));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(restored.out)).toMatchObject({ rows });
  const again = await openSite(fresh);
  expect(await readStored(again.db)).toEqual({ identity: { name: 'Rust Bern' }, logo: pixel });
  const as = clientOf(again, ada.token);
  for (const path of ['/api/auth', '/api/profile/me', '/api/posts', `/api/posts/${post}`])
    expect((await as.get(path)).raw).toBe((await ada.get(path)).raw);
});

test('does not overwrite an existing file without --force', async () => {
  const existing = join(site.settings.dataDir, 'existing');
  writeFileSync(existing, 'mine');
  const refused = await runHere(['backup', existing], databaseEnvironment(site.settings));
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('already exists') });
  expect(readFileSync(existing, 'utf8')).toBe('mine');
  expect(await runHere(['backup', existing, '--force'], databaseEnvironment(site.settings))).toMatchObject({ code: 0, err: '' });
  expect(new DatabaseSync(existing, { readOnly: true }).prepare('select text from posts').get()).toEqual({ text: 'Worth keeping' });
});

test('names the folder that does not exist', async () => {
  const missing = join(site.settings.dataDir, 'missing');
  expect(await runHere(['backup', join(missing, 'x.db')], databaseEnvironment(site.settings))).toEqual({
    ...{ code: 1, out: '' },
    err: `The folder ${missing} does not exist: create it, or choose another one.\n`,
  });
});

test('refuses to restore over existing data or under a running site', async () => {
  const refused = await runHere(['restore', file], databaseEnvironment(site.settings));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(engine === 'sqlite' ? 'is in use: stop the site' : 'The target already contains data');
  expect((await ada.get(`/api/posts/${post}`)).status).toBe(200);
});

test('refuses a backup that is damaged, newer than the program or not a database, and creates no file', async () => {
  const folder = site.settings.dataDir;
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes).fill(0x5a, 4096 * 3 + 100, 4096 * 9);
  writeFileSync(join(folder, 'damaged'), damaged);
  writeFileSync(join(folder, 'newer'), bytes);
  new DatabaseSync(join(folder, 'newer')).exec('pragma user_version = 9999');
  writeFileSync(join(folder, 'text'), 'Dear diary');
  new DatabaseSync(join(folder, 'other')).exec('create table songs (title text); pragma user_version = 1');
  const messages: Record<string, RegExp> = {
    damaged: /is damaged|is not a database of SQLite/,
    newer: /is at version 9999, but this program knows only version \d+/,
    text: /is not a database of SQLite, or its first page is damaged: file is not a database/,
    other: /was not created by Dev Connector/,
    missing: /does not exist/,
  };
  for (const [name, message] of Object.entries(messages)) {
    const fresh = await createDatabase();
    const { code, out, err } = await runHere(['restore', join(folder, name)], databaseEnvironment(fresh));
    expect({ name, code, out }).toEqual({ name, code: 1, out: '' });
    expect(err).toMatch(message);
    expect(existsSync(join(fresh.dataDir, 'dev-connector.db'))).toBe(false);
  }
});
