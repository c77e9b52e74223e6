import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { startProcess } from '../../src/rendering/process.ts';
import { openQueue } from '../../src/rendering/queue.ts';
import { onCleanup } from '../cleanup.ts';

process.env.DATABASE_URL = 'postgres://secret';
const queue = openQueue<string>(
  {
    start: () => startProcess(new URL('../crashing-worker.ts', import.meta.url)),
    keyOf: (job) => job,
    attempts: (job) => [job],
  },
  new LRUCache<string, Uint8Array>({ max: 10 }),
  { queue: 10, queueOfClient: 10, wait: 60_000, render: { cpu: 60_000, wall: 3_000 } },
);
onCleanup(() => queue.close());
const render = async (job: string) => JSON.parse(Buffer.from(await queue.render(job, 'client')).toString());

test('a job that crashes or never ends in its process fails, and the next one succeeds', async () => {
  expect(await render('first')).toMatchObject({ job: 'first' });
  await expect(queue.render('crash', 'client')).rejects.toMatchObject({ status: 503 });
  expect(await render('second')).toMatchObject({ job: 'second' });
  await expect(queue.render('wait', 'client')).rejects.toMatchObject({ status: 503 });
  expect(await render('third')).toMatchObject({ job: 'third' });
});

test.runIf(process.platform === 'linux')('a job that takes too much processor time fails at once', async () => {
  const limited = openQueue<string>(
    {
      start: () => startProcess(new URL('../crashing-worker.ts', import.meta.url)),
      keyOf: (job) => job,
      attempts: (job) => [job],
    },
    new LRUCache<string, Uint8Array>({ max: 10 }),
    { queue: 10, queueOfClient: 10, wait: 60_000, render: { cpu: 100, wall: 60_000 } },
  );
  onCleanup(() => limited.close());
  await expect(limited.render('loop', 'client')).rejects.toMatchObject({
    status: 503,
    cause: { message: 'A job of a worker failed: more than 100 ms of CPU time' },
  });
});

test('a job can be refused with an error of the contract', async () => {
  await expect(queue.render('refuse', 'client')).rejects.toMatchObject({ status: 400, reason: 'imageInvalid' });
  expect(await render('fourth')).toMatchObject({ job: 'fourth' });
});

test('the process has none of the secrets of the environment', async () => {
  expect((await render('fifth')).environment).not.toContain('DATABASE_URL');
});
