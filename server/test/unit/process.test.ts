import { expect, test } from 'vitest';
import { startProcess } from '../../src/rendering/process.ts';
import type { RenderTime } from '../../src/rendering/renderer.ts';
import { openWorkers } from '../../src/rendering/workers.ts';
import { onCleanup } from '../cleanup.ts';
import { client, openQueue } from '../render-limits.ts';

process.env.DATABASE_URL = 'postgres://secret';
const open = (time: RenderTime) => {
  const start = () => startProcess<string>(new URL('../crashing-worker.ts', import.meta.url));
  const workers = openWorkers<string>({ start, costOf: () => 1, time }, openQueue());
  onCleanup(() => workers.close());
  return workers;
};
const workers = open({ cpu: 60_000, wall: 3_000 });
const render = async (job: string) => JSON.parse(Buffer.from(await workers.render(job, client)).toString());

test('a job that crashes or never ends in its process fails, and the next one succeeds', async () => {
  expect(await render('first')).toMatchObject({ job: 'first' });
  await expect(workers.render('crash', client)).rejects.toMatchObject({ status: 503 });
  expect(await render('second')).toMatchObject({ job: 'second' });
  await expect(workers.render('wait', client)).rejects.toMatchObject({ status: 503 });
  expect(await render('third')).toMatchObject({ job: 'third' });
});

test.runIf(process.platform === 'linux')('a job that takes too much processor time fails at once', async () => {
  const limited = open({ cpu: 100, wall: 60_000 });
  await expect(limited.render('loop', client)).rejects.toMatchObject({
    status: 503,
    cause: { message: 'A job of a worker failed: more than 100 ms of CPU time' },
  });
});

test('a job can be refused with an error of the contract', async () => {
  await expect(workers.render('refuse', client)).rejects.toMatchObject({ status: 400, reason: 'imageInvalid' });
  expect(await render('fourth')).toMatchObject({ job: 'fourth' });
});

test('the process has none of the secrets of the environment', async () => {
  expect((await render('fifth')).environment).not.toContain('DATABASE_URL');
});
