import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, test } from 'vitest';
import { clientOf } from '../client.ts';
import { saveProfile, signUp, writePost } from '../community.ts';
import { named, run } from '../program.ts';
import { freshDatabase, openSite } from '../site.ts';

/* What backup and restore promise on either engine; a backup of a site on PostgreSQL is a file like any other. */

const site = await openSite();
const ada = await signUp(site, 'Ada');
await saveProfile(ada, { bio: 'Ça va? 🙂\n\ttabs, "quotes" and \\' });
const post = await writePost(ada, 'Worth keeping');
await ada.put(`/api/posts/like/${post}`);
await ada.post(`/api/posts/comment/${post}`, { text: 'Indeed' });

const file = join(site.settings.dataDir, 'backup.db');
const engine = inject('engine');

test('what is backed up while the site runs is there after a restore, sessions included', async () => {
  const made = await run(['backup', file, '--json'], named(site.settings));
  expect(made).toMatchObject({ code: 0, err: '' });
  const rows = { users: 1, sessions: 1, profiles: 1, posts: 1, comments: 1, likes: 1 };
  expect(JSON.parse(made.out)).toMatchObject({ file, bytes: statSync(file).size, rows });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(site.settings.dataDir).filter((name) => name.startsWith('backup.db'))).toEqual(['backup.db']);

  const fresh = await freshDatabase();
  const restored = await run(['restore', file, '--json'], named(fresh));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(restored.out)).toMatchObject({ rows });
  const again = await openSite(fresh);
  const as = clientOf(again, ada.token);
  for (const path of ['/api/auth', '/api/profile/me', '/api/posts', `/api/posts/${post}`])
    expect((await as.get(path)).raw).toBe((await ada.get(path)).raw);
});

test('a file that is there already is kept, unless it may be replaced', async () => {
  const taken = join(site.settings.dataDir, 'taken');
  writeFileSync(taken, 'mine');
  const refused = await run(['backup', taken], named(site.settings));
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('already exists') });
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  expect(await run(['backup', taken, '--force'], named(site.settings))).toMatchObject({ code: 0, err: '' });
  expect(new DatabaseSync(taken, { readOnly: true }).prepare('select text from posts').get()).toEqual({ text: 'Worth keeping' });
});

test('nothing is restored over what is there, nor under a running site', async () => {
  const refused = await run(['restore', file], named(site.settings));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(engine === 'sqlite' ? 'is in use: stop the site' : 'The target has data already');
  expect((await ada.get(`/api/posts/${post}`)).status).toBe(200);
});

test('a backup that is damaged, of a newer program, or none at all is refused, and nothing is made of it', async () => {
  const folder = site.settings.dataDir;
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes).fill(0x5a, 4096 * 3 + 100, 4096 * 9);
  writeFileSync(join(folder, 'damaged'), damaged);
  writeFileSync(join(folder, 'newer'), bytes);
  new DatabaseSync(join(folder, 'newer')).exec('pragma user_version = 9999');
  writeFileSync(join(folder, 'text'), 'Dear diary');
  new DatabaseSync(join(folder, 'other')).exec('create table songs (title text); pragma user_version = 1');
  const sentences: Record<string, RegExp> = {
    damaged: /is damaged|cannot be read as a database/,
    newer: /is at version 9999, but this program knows only version \d+/,
    text: /cannot be read as a database: file is not a database/,
    other: /was not created by Dev Connector/,
    missing: /does not exist/,
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    const fresh = await freshDatabase();
    const { code, out, err } = await run(['restore', join(folder, name)], named(fresh));
    expect({ name, code, out }).toEqual({ name, code: 1, out: '' });
    expect(err).toMatch(sentence);
    expect(existsSync(join(fresh.dataDir, 'dev-connector.db'))).toBe(false);
  }
});
