import { expect, test } from 'vitest';
import { idOf, readAfter, readPosition, replayAfter } from '../../src/features/live/queue.ts';
import { postgresCommitOrder } from '../../src/platform/db/postgres/commit-order.ts';
import { newId } from '../../src/platform/id.ts';
import { openStream } from '../event-stream.ts';
import { createMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Commits become visible in another order than their rows were written. */

const site = await openSite();

/** Starts a transaction that writes the entry of a post. Returns a function that commits it. */
async function write(post: string): Promise<() => Promise<void>> {
  const written = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const committed = site.db.transaction(async (tx) => {
    const entries = JSON.stringify([{ kind: 'post', change: 'edited', post, author: newId() }]);
    await tx.run`insert into live_events (entries, created_at) values (${entries}, ${Date.now()})`;
    tx.afterCommit(site.db.announce);
    written.resolve();
    await release.promise;
  });
  await written.promise;
  return async () => {
    release.resolve();
    await committed;
  };
}

const postsOf = (entries: unknown[] | undefined) => (entries as Array<{ post: string }> | undefined)?.map(({ post }) => post);

test('a row that is committed after newer ones is read once, also after it was passed', async () => {
  const [early, late] = [newId(), newId()];
  const before = await readPosition(site.db);
  const commitEarly = await write(early);
  await (await write(late))();
  const first = await readAfter(site.db, before);
  expect(postsOf(first.entries)).toEqual([late]);
  await commitEarly();
  const second = await readAfter(site.db, first.position);
  expect(postsOf(second.entries)).toEqual([early]);
  expect(postsOf((await replayAfter(site.db, first.position)).entries)).toEqual([early]);
  expect(postsOf((await replayAfter(site.db, before)).entries)).toEqual([early, late]);
  expect(postsOf((await replayAfter(site.db, second.position)).entries)).toEqual([]);
});

test('a position that is too long for a client is replaced by an earlier one', async () => {
  const [early, late] = [newId(), newId()];
  const before = await readPosition(site.db);
  const commitEarly = await write(early);
  await (await write(late))();
  const { position } = await readAfter(site.db, before);
  await commitEarly();
  const [time, snapshot = ''] = position.split('-');
  const shortened = `${time}-${postgresCommitOrder.shorten(snapshot)}`;
  // Transactions in other databases, too, hold the earlier position back: it can be before other tests' posts.
  expect(postsOf((await replayAfter(site.db, shortened)).entries)?.slice(-2)).toEqual([early, late]);
  const ids = Array.from({ length: 400 }, (_, index) => 1_000_000_000 + index);
  expect(idOf(site.db, `${time}-${ids[0]}:2000000000:${ids}`)).toBe(`${time}-${ids[0]}:${ids[0]}:`);
  expect(idOf(site.db, position)).toBe(position);
});

test('a stream delivers newer commits without waiting for older ones, and then those', async () => {
  const [early, late] = [newId(), newId()];
  const stream = await openStream(site, await createMember(site, 'Ada'), '?feeds=latest');
  await stream.until('ready');
  const commitEarly = await write(early);
  await (await write(late))();
  expect((await stream.next()).data.post).toBe(late);
  await commitEarly();
  expect((await stream.next()).data.post).toBe(early);
  await stream.close();
});

test('a client that connects again gets a commit that was in progress at its last event', async () => {
  const [early, late] = [newId(), newId()];
  const reader = await createMember(site, 'Reader');
  const first = await openStream(site, reader, '?feeds=latest');
  await first.until('ready');
  const commitEarly = await write(early);
  await (await write(late))();
  const { id: lastEventId, data } = await first.next();
  expect(data.post).toBe(late);
  await first.close();
  await commitEarly();
  const again = await openStream(site, reader, '?feeds=latest', { lastEventId });
  expect((await again.until('feed')).map((block) => block.data.post)).toEqual([undefined, early]);
  await again.close();
});
