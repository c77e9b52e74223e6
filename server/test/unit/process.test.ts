import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess } from '../../src/platform/workers/process.ts';
import type { TaskTime } from '../../src/platform/workers/task-worker.ts';
import { openWorkerPool } from '../../src/platform/workers/worker-pool.ts';
import { onCleanup } from '../cleanup.ts';
import { client, openQueue } from '../queue-fixtures.ts';

process.env.DATABASE_URL = 'postgres://secret';
const started: Array<ReturnType<typeof startProcess>> = [];
const open = (time: TaskTime, program = new URL('../crashing-worker.ts', import.meta.url)) => {
  const start = () => {
    const worker = startProcess<string>(program);
    started.push(worker as ReturnType<typeof startProcess>);
    return worker;
  };
  const workers = openWorkerPool<string>({ start, costOf: () => 1, time }, openQueue());
  onCleanup(() => workers.close());
  return workers;
};
const workers = open({ cpu: 60_000, wall: 3_000 });
const render = async (task: string) => JSON.parse(Buffer.from(await workers.run(task, client)).toString());

test('a task that crashes or never ends in its process fails, and the next one succeeds', async () => {
  expect(await render('first')).toMatchObject({ task: 'first' });
  await expect(workers.run('crash', client)).rejects.toMatchObject({ status: 503 });
  expect(await render('second')).toMatchObject({ task: 'second' });
  await expect(workers.run('wait', client)).rejects.toMatchObject({ status: 503 });
  expect(await render('third')).toMatchObject({ task: 'third' });
});

test.runIf(process.platform === 'linux')('a task that takes too much processor time fails at once', async () => {
  const limited = open({ cpu: 100, wall: 60_000 });
  await expect(limited.run('loop', client)).rejects.toMatchObject({
    status: 503,
    cause: { message: 'A task of a worker failed: more than 100 ms of CPU time' },
  });
});

test('a process that died while it was idle is replaced', async () => {
  const running = started.filter((worker) => !worker.hasFailed());
  expect(running).toHaveLength(1);
  expect(await render('die afterwards')).toMatchObject({ task: 'die afterwards' });
  while (!running[0]?.hasFailed()) await setImmediate();
  expect(await render('next')).toMatchObject({ task: 'next' });
});

test('a task whose process cannot start fails with an unexpected error', async () => {
  const broken = open({ cpu: 60_000, wall: 3_000 }, new URL('../broken-worker.ts', import.meta.url));
  await expect(broken.run('first', client)).rejects.toThrow('A worker cannot start: exited with 1');
});

test('a task can be refused with an error of the contract', async () => {
  await expect(workers.run('refuse', client)).rejects.toMatchObject({ status: 400, reason: 'imageInvalid' });
  expect(await render('fourth')).toMatchObject({ task: 'fourth' });
});

test('the process has none of the secrets of the environment', async () => {
  expect((await render('fifth')).environment).not.toContain('DATABASE_URL');
});
