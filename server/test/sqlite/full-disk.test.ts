import { expect, test } from 'vitest';
import { errorResponse } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const full = errorResponse(503, 'The site has too little disk space to store this. Try again later.');

test('rejects writes and serves reads on a full disk, and writes again once there is space', async () => {
  const errors: string[] = [];
  const stream = { write: (line: string) => void errors.push(line) };
  const site = await openSite({ logger: { level: 'warn', stream } });
  const ada = await createMember(site, 'Ada');
  const stored = [await writePost(ada, 'Before')];
  const { page_count: pages } = (await site.db.get<{ page_count: number }>`select page_count from pragma_page_count`) ?? { page_count: 0 };
  // Simulates a full disk: the write connection cannot allocate another page.
  await site.db.transaction((tx) => tx.all(Object.assign([`pragma max_page_count = ${pages}`], { raw: [] })));
  for (const text of ['x'.repeat(40_000), 'y'.repeat(40_000)]) expect(await ada.post('/api/posts', { text })).toMatchObject(full);
  for (let times = 0; times < 20; times++) await ada.post('/api/posts', { text: 'z'.repeat(40_000) });
  expect(errors).toEqual([expect.stringMatching(/cannot be written, because its disk is full: .+ Free at least 200 MB/)]); // the first of 22
  expect((await ada.get('/api/posts')).body.map(({ _id }: { _id: string }) => _id)).toEqual(stored);
  expect((await ada.get('/readyz')).status).toBe(200);

  await site.db.transaction((tx) => tx.all`pragma max_page_count = 1000000`);
  stored.unshift(await writePost(ada, 'x'.repeat(40_000)));
  expect((await ada.get('/api/posts')).body.map(({ _id }: { _id: string }) => _id)).toEqual(stored);
});
