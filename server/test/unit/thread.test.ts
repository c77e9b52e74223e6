import { expect, test } from 'vitest';
import { startThread } from '../../src/platform/workers/thread.ts';
import { openWorkerPool } from '../../src/platform/workers/worker-pool.ts';
import { onCleanup } from '../cleanup.ts';
import { client, openQueue } from '../queue-fixtures.ts';

test('a task that takes too much processor time in its thread fails, and the next one succeeds', async () => {
  const start = () => startThread<string>(new URL('../crashing-worker.ts', import.meta.url));
  const limited = openWorkerPool<string>({ start, costOf: () => 1, time: { cpu: 100, wall: 60_000 } }, openQueue());
  onCleanup(() => limited.close());
  await expect(limited.run('loop', client)).rejects.toMatchObject({
    status: 503,
    cause: { message: 'A task of a worker failed: more than 100 ms of CPU time' },
  });
  expect(await limited.run('next', client)).toBeInstanceOf(Uint8Array);
});
