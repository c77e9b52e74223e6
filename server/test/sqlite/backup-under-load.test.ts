import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findInconsistentRows } from '../../src/cli/doctor/accounting.ts';
import { makeCommunity } from '../../src/demo/community.ts';
import { insertCommunity } from '../../src/demo/insert-community.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { createMembers, writePost } from '../members.ts';
import { databaseEnvironment, run } from '../program.ts';
import { createDatabase, openSite } from '../site.ts';

test('a backup under load is a consistent snapshot that contains everything acknowledged before it started', async () => {
  const site = await openSite();
  await insertCommunity(site.db, makeCommunity({ members: 50, posts: 6000, seed: 5 })); // several batches
  const members = await createMembers(site, 16);
  const busy = await writePost(members[0] as (typeof members)[0]);
  const acknowledged: string[] = [];
  let stopped = false;
  const writers = members.map(async (person, index) => {
    for (let round = 0; !stopped; round++) {
      acknowledged.push(await writePost(person, `Post ${round} of ${index}`));
      await person.put(`/api/posts/${round % 2 ? 'unlike' : 'like'}/${busy}`);
      await person.post(`/api/posts/comment/${busy}`, { text: 'Again' });
    }
  });

  const file = join(site.settings.dataDir, 'backup.db');
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  const before = [...acknowledged];
  const result = await run(['backup', file, '--json'], databaseEnvironment(site.settings));
  const after = acknowledged.length;
  stopped = true;
  await Promise.all(writers);
  expect(result).toMatchObject({ code: 0, err: '' });
  expect(after, 'writes continued during the backup').toBeGreaterThan(before.length);

  const fresh = await createDatabase();
  expect(await run(['restore', file], databaseEnvironment(fresh))).toMatchObject({ code: 0, err: '' });
  const restored = await openDb(fresh);
  expect(await findInconsistentRows(restored)).toEqual([]);
  const restoredIds = new Set((await restored.all<{ id: string }>`select id from posts`).map(({ id }) => id));
  expect(before.filter((id) => !restoredIds.has(id))).toEqual([]);
  await restored.close();
});
