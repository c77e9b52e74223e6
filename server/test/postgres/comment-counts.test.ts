import { expect, test } from 'vitest';
import { deleteAccountBatch } from '../../src/features/deletion/batches.ts';
import { features } from '../../src/features.ts';
import { createMember, writePost } from '../members.ts';
import { openSite } from '../site.ts';

test('counts a comment once that is deleted while the deletion of its author waits for the post', async () => {
  const site = await openSite();
  const { db } = site;
  const [ada, mallory] = [await createMember(site, 'Ada'), await createMember(site, 'Mallory')];
  const post = await writePost(ada, 'Hello');
  for (const [member, text] of [
    [mallory, 'One'],
    [mallory, 'Two'],
    [ada, 'Three'],
  ] as const)
    await member.post(`/api/posts/comment/${post}`, { text });
  await mallory.delete('/api/profile');
  const deleteAccount = async () => {
    while (await db.transaction((tx) => deleteAccountBatch(tx, features, mallory._id)));
  };
  const waiting = () => db.all`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'select id from posts%'`;
  const deletion = await db.transaction(async (tx) => {
    await tx.lock`select id from posts where id = ${post}`;
    const deletion = deleteAccount();
    await expect.poll(waiting).toHaveLength(1);
    await tx.run`delete from comments where text = ${'One'}`;
    await tx.run`update posts set comment_count = comment_count - 1 where id = ${post}`;
    return { promise: deletion };
  });
  await deletion.promise;
  expect(await db.get`select comment_count as count from posts where id = ${post}`).toEqual({ count: 1 });
});
