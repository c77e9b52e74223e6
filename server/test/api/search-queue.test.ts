import { expect, onTestFinished, test, vi } from 'vitest';
import type { SearchQuery } from '../../src/db/search.ts';
import { openSearch } from '../../src/search/search-index.ts';
import { onCleanup } from '../cleanup.ts';
import { clientOf } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { renderLimits } from '../render-limits.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const ada = await createMember(site, 'Ada');
const post = await writePost(ada, 'A quixotic post');
const query: SearchQuery = { kind: 'post', include: [{ any: [['quixotic']] }], exclude: [], ranking: [], count: 5 };
const found = [{ id: post, rank: 0 }];
const unavailable = { name: 'Failure', reason: 'unavailable' };

function open(limits = renderLimits, running = 1) {
  const search = openSearch(site.settings, site.db, limits, running);
  onCleanup(() => search.close());
  return search;
}

test('answers 503 with Retry-After while the queue is full, for one client and for all', async () => {
  const search = open({ ...renderLimits, queue: 1, queueOfClient: 1 });
  const first = search.find(query, 'a');
  await expect(search.find(query, 'a')).rejects.toMatchObject({ ...unavailable, retryAfter: 5 });
  const second = search.find(query, 'b');
  await expect(search.find(query, 'c')).rejects.toMatchObject({ ...unavailable, retryAfter: 5 });
  expect(await first).toEqual(found);
  expect(await second).toEqual(found);
  expect(await search.find(query, 'a')).toEqual(found);
});

test('serves clients in turn', async () => {
  const search = open({ ...renderLimits, queueOfClient: 3 });
  const served: string[] = [];
  await Promise.all(
    ['a', 'a', 'a', 'b', 'c', 'b'].map(async (client) => {
      expect(await search.find(query, client)).toEqual(found);
      served.push(client);
    }),
  );
  expect(served.join('')).toBe('aabcab');
});

test('searches of people by members count for each of them, not for their network', async () => {
  const clients = [ada, await createMember(site, 'Grace'), clientOf(site)]; // of one address
  const answers = clients.flatMap((client) => Array.from({ length: 4 }, () => client.get('/api/search?type=people&q=ada')));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('drops a search whose request was aborted while it waits', async () => {
  const search = open({ ...renderLimits, queue: 1, queueOfClient: 1 });
  const request = new AbortController();
  const first = search.find(query, 'a');
  const dropped = search.find(query, 'b', request.signal);
  request.abort();
  await expect(dropped).rejects.toMatchObject(unavailable);
  await expect(search.find(query, 'b', request.signal)).rejects.toMatchObject(unavailable);
  const next = search.find(query, 'b');
  expect(await first).toEqual(found);
  expect(await next).toEqual(found);
});

test('answers 503 if the turn of a search does not come in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = open();
  const first = search.find(query, 'a').catch(() => {}); // may take too long too
  const second = search.find(query, 'b');
  vi.advanceTimersByTime(renderLimits.wait);
  await expect(second).rejects.toMatchObject(unavailable);
  await first;
});
