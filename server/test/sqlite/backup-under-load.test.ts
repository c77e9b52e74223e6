import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowProblems } from '../../src/cli/doctor/accounting.ts';
import { openDb } from '../../src/db/open.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { fill } from '../../src/demo/fill.ts';
import { crowd, writePost } from '../community.ts';
import { named, run } from '../program.ts';
import { freshDatabase, openSite } from '../site.ts';

test('a backup made while everybody writes is one state of the site: nothing answered before it began is missing, and all counts agree', async () => {
  const site = await openSite();
  await fill(site.db, makeCommunity({ members: 50, posts: 6000, seed: 5 })); // several portions of a copy
  const people = await crowd(site, 16);
  const busy = await writePost(people[0] as (typeof people)[0]);
  const answered: string[] = [];
  let stopped = false;
  const writers = people.map(async (person, index) => {
    for (let round = 0; !stopped; round++) {
      answered.push(await writePost(person, `Post ${round} of ${index}`));
      await person.put(`/api/posts/${round % 2 ? 'unlike' : 'like'}/${busy}`);
      await person.post(`/api/posts/comment/${busy}`, { text: 'Again' });
    }
  });

  const file = join(site.settings.dataDir, 'backup.db');
  await expect.poll(() => answered.length).toBeGreaterThan(50);
  const before = [...answered];
  const made = await run(['backup', file, '--json'], named(site.settings));
  const after = answered.length;
  stopped = true;
  await Promise.all(writers);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(after, 'writing went on meanwhile').toBeGreaterThan(before.length);

  const fresh = await freshDatabase();
  expect(await run(['restore', file], named(fresh))).toMatchObject({ code: 0, err: '' });
  const restored = await openDb(fresh);
  expect(await rowProblems(restored)).toEqual([]);
  const kept = new Set((await restored.all<{ id: string }>`select id from posts`).map(({ id }) => id));
  expect(before.filter((id) => !kept.has(id))).toEqual([]);
  await restored.close();
});
