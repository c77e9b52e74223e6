import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkQueue } from '../../src/platform/work-queue/work-queue.ts';
import { type TaskWorker, toTaskWorker } from '../../src/platform/workers/task-worker.ts';
import { openWorkerPool } from '../../src/platform/workers/worker-pool.ts';

const any = Number.POSITIVE_INFINITY;
const tooLong = 1000;
const client = { network: '192.0.2.1' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers that take as many milliseconds for a task as it says. */
function openFakes() {
  let ended = 0;
  const start = (): TaskWorker<number> => ({
    ready: Promise.resolve(),
    hasFailed: () => false,
    async run(milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (milliseconds > tooLong) return { failed: 'too long' };
      return { output: new Uint8Array() };
    },
    end: async () => void ended++,
  });
  const queue = new WorkQueue({ slots: [any, any], waiting: 10, wait: 10_000 });
  const workers = openWorkerPool<number>({ start, costOf: () => 1, time: { cpu: 1000, wall: 1000 } }, queue);
  return { workers, ended: () => ended };
}

test('idle workers end after a minute without work, also if two have worked at the same time', async () => {
  const { workers, ended } = openFakes();
  await Promise.all([vi.advanceTimersByTimeAsync(30), workers.run(10, client), workers.run(20, client)]);
  await vi.advanceTimersByTimeAsync(50_000);
  await Promise.all([vi.advanceTimersByTimeAsync(20), workers.run(10, client)]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(ended()).toBe(0); // more than a minute after the first work, and 15 s after the last
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended()).toBe(2);
});

test('an idle worker ends a minute after the last work, also if that has failed', async () => {
  const { workers, ended } = openFakes();
  await Promise.all([vi.advanceTimersByTimeAsync(30), workers.run(10, client), workers.run(20, client)]);
  const failing = expect(workers.run(tooLong + 1, client)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(tooLong + 1);
  await failing;
  expect(ended()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended()).toBe(2);
});

test('a worker that was started for a task which never runs ends after a minute', async () => {
  const { workers, ended } = openFakes();
  await expect(workers.run(10, client, AbortSignal.abort())).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended()).toBe(1);
});

test('a task is repeated if its worker has died, also before that is known', async () => {
  let started = 0;
  const start = (): TaskWorker<number> => {
    const isDead = started++ === 0;
    const process = new EventEmitter();
    queueMicrotask(() => process.emit('message', 'ready'));
    const send = () => (isDead ? process.emit('error', new Error('write EPIPE')) : process.emit('message', { output: new Uint8Array() }));
    return toTaskWorker<number>(process, { send, cpuTime: async () => 0, end: async () => {} });
  };
  const queue = new WorkQueue({ slots: [any, any], waiting: 10, wait: 10_000 });
  const workers = openWorkerPool<number>({ start, costOf: () => 1, time: { cpu: 1000, wall: 1000 }, repeats: true }, queue);
  expect(await workers.run(1, client)).toEqual(new Uint8Array());
  expect(started).toBe(2);
});
