import { expect, test } from 'vitest';
import { openSite } from '../site.ts';

test('two large reads run at a time, and small reads do not wait for them', async () => {
  const { db } = await openSite();
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const lockHolder = db.transaction(async (tx) => {
    await tx.get`select pg_advisory_xact_lock(1)`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const large = Array.from({ length: 20 }, () => db.large.all`select pg_advisory_xact_lock(1)`);
  const waiting = () => db.all`select pid from pg_stat_activity where datname = current_database() and wait_event_type = ${'Lock'}`;
  await expect.poll(waiting).toHaveLength(2);
  await Promise.all(Array.from({ length: 20 }, () => db.get`select 1`));
  expect(await waiting()).toHaveLength(2);
  free.resolve();
  await lockHolder;
  expect(await Promise.all(large)).toHaveLength(20);
});
