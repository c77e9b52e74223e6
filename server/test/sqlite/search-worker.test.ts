import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../src/platform/db/open.ts';
import type { SearchQuery } from '../../src/platform/db/search.ts';
import { sqliteSearch } from '../../src/platform/db/sqlite/search.ts';
import { openSearches } from '../../src/platform/search/searches.ts';
import type { Client } from '../../src/platform/work-queue/work-queue.ts';
import { startTimeout } from '../../src/platform/workers/task-worker.ts';
import { onCleanup } from '../cleanup.ts';
import { createMember, writePost } from '../members.ts';
import { client, openQueue, taskTime } from '../queue-fixtures.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const ada = await createMember(site, 'Ada');
const post = await writePost(ada, 'A quixotic post');
const query: SearchQuery = { kind: 'post', include: [{ any: [['quixotic']] }], exclude: [], ranking: [], count: 5 };
const found = [{ id: post, rank: 0 }];
const unavailable = { name: 'Failure', reason: 'unavailable' };

function open(time = taskTime, { dataDir }: { dataDir: string } = site.settings, queue = openQueue()) {
  const searches = openSearches({ dataDir }, site.db, queue, time);
  onCleanup(() => searches.close());
  return { find: (query: SearchQuery, client: Client) => sqliteSearch.find(searches.of(client), query) };
}

test('does not count the start of the worker towards any time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = open({ cpu: 60_000, wall: 1 }, site.settings, openQueue({ wait: 1 }));
  const searched = search.find(query, client);
  // No message of the worker can arrive between microtasks.
  for (let step = 0; step < 20; step++) await Promise.resolve();
  vi.advanceTimersByTime(startTimeout - 1);
  expect(await searched).toEqual(found);
});

test('starts another worker if one does not start in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = open();
  const searched = search.find(query, client);
  vi.advanceTimersByTime(startTimeout);
  expect(await searched).toEqual(found);
});

/** A copy of the site's database, without its log. */
async function copy(dataDir: string): Promise<void> {
  await backup(new DatabaseSync(databaseFile(site.settings.dataDir)), databaseFile(dataDir));
}

test('stops a search that takes too long', async () => {
  const dataDir = temporaryFolder();
  await copy(dataDir);
  const other = new DatabaseSync(databaseFile(dataDir));
  other.exec('pragma journal_mode = delete; begin exclusive'); // the search waits for the lock
  const search = open({ cpu: 60_000, wall: 1 }, { dataDir });
  await expect(search.find(query, client)).rejects.toMatchObject(unavailable);
  other.close();
  expect(await open(taskTime, { dataDir }).find(query, client)).toEqual(found);
});

test('searches again after the worker has failed', async () => {
  const dataDir = temporaryFolder();
  const search = open(taskTime, { dataDir });
  await expect(search.find(query, client)).rejects.toMatchObject(unavailable);
  await copy(dataDir);
  expect(await search.find(query, client)).toEqual(found);
});

/** Kills the process that searches, as the system does when memory is short. */
async function killWorker(): Promise<void> {
  const children = () => promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'search/worker']).catch(() => ({ stdout: '' }));
  await expect.poll(async () => (await children()).stdout).not.toBe('');
  for (const pid of (await children()).stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
}

test('a search whose process has died since the last one succeeds', async () => {
  const search = open();
  expect(await search.find(query, client)).toEqual(found);
  await killWorker();
  expect(await search.find(query, client)).toEqual(found);
});

test('a search whose process dies meanwhile is repeated once', async () => {
  const dataDir = temporaryFolder();
  await copy(dataDir);
  const other = new DatabaseSync(databaseFile(dataDir));
  other.exec('pragma journal_mode = delete; begin exclusive'); // the search waits for the lock
  const search = open(taskTime, { dataDir });
  const searched = search.find(query, client);
  await killWorker();
  other.close();
  expect(await searched).toEqual(found);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-search-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
