import { expect, test, vi } from 'vitest';
import { watchChanges } from '../../src/platform/db/changes.ts';

test('the end sends a notification that waits for the interval, and waits for it', async () => {
  const sent = Promise.withResolvers<void>();
  const notify = vi.fn(() => sent.promise);
  const changes = watchChanges(async () => '', { notify, listen: () => ({ isActive: () => false, end: async () => {} }) });
  changes.announce();
  changes.announce();
  expect(notify).toHaveBeenCalledTimes(1);
  const onEnd = vi.fn();
  const ended = changes.end().then(onEnd);
  expect(notify).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  expect(onEnd).not.toHaveBeenCalled();
  sent.resolve();
  await ended;
  expect(notify).toHaveBeenCalledTimes(2);
});
