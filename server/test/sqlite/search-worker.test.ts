import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { databaseFile } from '../../src/db/open.ts';
import type { SearchQuery } from '../../src/db/search.ts';
import { openSearch } from '../../src/search/search-index.ts';
import { onCleanup } from '../cleanup.ts';
import { createMember, writePost } from '../members.ts';
import { renderLimits } from '../render-limits.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const ada = await createMember(site, 'Ada');
const post = await writePost(ada, 'A quixotic post');
const query: SearchQuery = { kind: 'post', include: [{ any: [['quixotic']] }], exclude: [], ranking: [], count: 5 };
const found = [{ id: post, rank: 0 }];
const unavailable = { name: 'Failure', reason: 'unavailable' };

function open(limits = renderLimits, { dataDir }: { dataDir: string } = site.settings) {
  const search = openSearch({ dataDir }, site.db, limits);
  onCleanup(() => search.close());
  return search;
}

test('stops a search that takes too long', async () => {
  const search = open({ ...renderLimits, render: { cpu: 60_000, wall: 0 } }); // less than a thread needs to start
  await expect(search.find(query, 'a')).rejects.toMatchObject(unavailable);
});

test('searches again after the worker has failed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-connector-search-'));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  const search = open(renderLimits, { dataDir });
  await expect(search.find(query, 'a')).rejects.toMatchObject(unavailable);
  await backup(new DatabaseSync(databaseFile(site.settings.dataDir)), databaseFile(dataDir));
  expect(await search.find(query, 'a')).toEqual(found);
});
