import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { databaseFile } from '../../src/platform/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import type { TestResponse } from '../client.ts';
import { createMember, saveProfile, type TestMember, writePost } from '../members.ts';
import { createDatabase, openSite, type Site } from '../site.ts';

/* Deleted texts are in no file of the data folder: not in the database file, its write-ahead log or the search index. */

let site: Site;
let ada: TestMember;
beforeAll(async () => {
  site = await openSite({ walInterval: 20 });
  ada = await createMember(site, 'Ada');
});

const newWord = () => randomBytes(10).toString('hex');

/** Returns the files that contain the word, or all but its first letters. Another process reads them: closing a file would end the locks of this one. */
async function filesWith(word: string, folder = site.settings.dataDir): Promise<string[]> {
  const found = promisify(execFile)('grep', [
    '--recursive',
    '--text',
    '--ignore-case',
    '--fixed-strings',
    '--files-with-matches',
    word.slice(4),
    folder,
  ]);
  return (await found.catch((error) => ({ stdout: error.code === 1 ? '' : String(error) }))).stdout.trim().split('\n').filter(Boolean);
}

async function expectGone(word: string): Promise<void> {
  await site.app.jobs.runDue();
  await expect.poll(() => filesWith(word), { interval: 50 }).toEqual([]);
}

/** Each writes a text, and returns what deletes it. */
const texts: Record<string, (word: string) => Promise<() => Promise<TestResponse>>> = {
  async 'a post'(word) {
    const id = await writePost(ada, word);
    return () => ada.delete(`/api/posts/${id}`);
  },
  async 'a long post'(word) {
    const id = await writePost(ada, `${word} `.repeat(900));
    return () => ada.delete(`/api/posts/${id}`);
  },
  async 'a post with more comments than a request deletes'(word) {
    const id = await writePost(ada, word);
    for (let count = 0; count < 60; count++) await ada.post(`/api/posts/comment/${id}`, { text: `${word} ${count}` });
    return () => ada.delete(`/api/posts/${id}`);
  },
  async 'a comment'(word) {
    const id = await writePost(ada);
    const { body } = await ada.post(`/api/posts/comment/${id}`, { text: word });
    return () => ada.delete(`/api/posts/comment/${id}/${body[0]._id}`);
  },
  async 'a draft'(word) {
    expect((await ada.put('/api/drafts/post', { text: word })).status).toBe(200);
    return () => ada.delete('/api/drafts/post');
  },
  async 'a field of a profile'(word) {
    await saveProfile(ada, { bio: word });
    return () => ada.post('/api/profile', { status: 'Developer', skills: 'TypeScript', bio: '' });
  },
  async 'an account'(word) {
    const member = await createMember(site, word);
    await saveProfile(member, { bio: word });
    await writePost(member, word);
    const id = await writePost(ada);
    await member.post(`/api/posts/comment/${id}`, { text: word });
    await member.put('/api/drafts/post', { text: word });
    return () => member.delete('/api/profile');
  },
};

test.for(Object.keys(texts))('%s is in no file after its deletion', async (kind) => {
  const word = newWord();
  const remove = await texts[kind]?.(word);
  expect(await filesWith(word)).not.toEqual([]);
  expect((await remove?.())?.status).toBeLessThan(300);
  await expectGone(word);
});

test('the texts of others are complete after deletions', async () => {
  const kept = await writePost(ada, 'Kept');
  const { body } = await ada.get(`/api/posts/${kept}`);
  expect(body.text).toBe('Kept');
  expect((await ada.get('/api/search?q=kept')).body).toHaveLength(1);
});

test('what another process deletes is in no file either', async () => {
  const word = newWord();
  const other = new DatabaseSync(databaseFile(site.settings.dataDir));
  other.exec('pragma secure_delete = on');
  other.prepare('update users set name = ? where id = ?').run(word, ada._id);
  expect(await filesWith(word)).not.toEqual([]);
  other.prepare('update users set name = ? where id = ?').run('Ada', ada._id);
  other.close();
  await expectGone(word);
});

test.skipIf(process.platform === 'win32')('a text in a database behind a symbolic link is in no file after its deletion', async () => {
  const { dataDir } = await createDatabase({ migrated: true });
  const linked = join(dataDir, 'linked');
  mkdirSync(linked);
  symlinkSync(databaseFile(dataDir), databaseFile(linked));
  const other = await openSite({ dataDir: linked, walInterval: 20 });
  const word = newWord();
  const author = await createMember(other, 'Author');
  const id = await writePost(author, word);
  expect(await filesWith(word, dataDir)).not.toEqual([]);
  await author.delete(`/api/posts/${id}`);
  await other.app.jobs.runDue();
  await expect.poll(() => filesWith(word, dataDir), { interval: 50 }).toEqual([]);
});

test('a log that another process reads is truncated when it has finished, and writes do not wait for it', async () => {
  const word = newWord();
  const reader = openReader();
  await writeAnything();
  reader.begin();
  const id = await writePost(ada, word);
  await ada.delete(`/api/posts/${id}`);
  for (let count = 0; count < 5; count++) await writePost(ada);
  expect(await filesWith(word)).not.toEqual([]);
  reader.end();
  await expectGone(word);
});

test('a log that other processes read without a gap is truncated while the site writes', async () => {
  const word = newWord();
  let [current, next] = [openReader(), openReader()];
  await writeAnything();
  current.begin();
  const id = await writePost(ada, word);
  let done = false;
  /** Each reader begins before the other one ends. */
  const reading = (async () => {
    while (!done) {
      await Promise.race([writeAnything(), delay(500)]);
      next.begin();
      current.end();
      [current, next] = [next, current];
    }
  })();
  await ada.delete(`/api/posts/${id}`);
  await expect.poll(() => filesWith(word), { interval: 50 }).toEqual([]);
  done = true;
  await reading;
});

/** Adds a page to the log. A reader that begins right afterwards reads the log. */
const writeAnything = () => site.db.run`update users set name = ${newWord()} where id = ${ada._id}`;

/** Opens a connection as another process would. */
function openReader() {
  const database = new DatabaseSync(databaseFile(site.settings.dataDir), { readOnly: true });
  onCleanup(() => database.close());
  return {
    begin() {
      database.exec('begin');
      database.prepare('select count(*) from users').all();
    },
    end: () => database.exec('commit'),
  };
}
