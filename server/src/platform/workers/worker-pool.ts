import type { ErrorName } from '@dev-connector/contract';
import type { LRUCache } from 'lru-cache';
import { Failure } from '../errors.ts';
import type { Client, WorkQueue } from '../work-queue/work-queue.ts';
import type { TaskResult, TaskTime, TaskWorker } from './task-worker.ts';

/** Milliseconds after which idle workers end to free their memory. */
const idleTimeout = 60_000;

/** What the workers of a pool do. */
export interface Program<Task> {
  /** Starts a worker thread or process. */
  start(): TaskWorker<Task>;
  /** Estimated processor time in milliseconds. */
  costOf(task: Task): number;
  /** Maximum time of a task. */
  time: TaskTime;
  /** The tasks to try one after the other until one succeeds; each fails if it takes too long. */
  attempts?(task: Task): Task[];
  /** Whether a task is repeated once if its worker ends unexpectedly. */
  repeats?: boolean;
  /** The error if the last attempt takes too much CPU time; otherwise `unavailable`. */
  tooSlow?: ErrorName;
  /** Recent outputs, and the key that identifies the output of a task. */
  cache?: { outputs: LRUCache<string, Uint8Array>; keyOf(task: Task): string };
}

export interface WorkerPool<Task> {
  /** Returns the output of the task. Throws the error that the task causes, `unavailable` if the queue refuses it or it takes too long, or an unexpected error if a worker cannot start. */
  run(task: Task, client: Client, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a pool of worker threads or processes, which run a task when `queue` gives it its turn. */
export function openWorkerPool<Task>(
  { start, costOf, time, attempts, repeats, tooSlow, cache }: Program<Task>,
  queue: WorkQueue,
): WorkerPool<Task> {
  const all = new Set<TaskWorker<Task>>();
  const idle: TaskWorker<Task>[] = [];
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function startWorker(): TaskWorker<Task> {
    const worker = start();
    all.add(worker);
    return worker;
  }
  async function end(worker: TaskWorker<Task>): Promise<void> {
    all.delete(worker);
    await worker.end();
  }
  const endIdle = () => Promise.all(idle.splice(0).map(end));
  function endIdleLater(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(endIdle, idleTimeout).unref();
  }

  /** Returns an idle worker, or starts one. Idle ones may have died, for example because memory ran out. */
  function takeWorker(): TaskWorker<Task> {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (!worker.hasFailed()) return worker;
      void end(worker);
    }
    return startWorker();
  }

  async function attempt(task: Task): Promise<TaskResult> {
    clearTimeout(idleTimer);
    const worker = takeWorker();
    const result = await worker.run(task, time);
    if ('failed' in result)
      await end(worker); // it may still run the task
    else idle.push(worker);
    endIdleLater();
    return result;
  }

  async function runTask(task: Task): Promise<Uint8Array> {
    let failed = '';
    let isTooSlow = false;
    for (const next of attempts?.(task) ?? [task]) {
      if (closed) break;
      let result = await attempt(next);
      if (repeats && 'isDead' in result && !closed) result = await attempt(next);
      if ('failed' in result) {
        if (result.cannotStart && !closed) throw new Error(`A worker cannot start: ${result.failed}`);
        failed = result.failed;
        isTooSlow = result.isTooSlow === true;
        continue;
      }
      if ('refused' in result) throw new Failure(result.refused, { msg: result.msg });
      return result.output;
    }
    if (tooSlow && isTooSlow) throw new Failure(tooSlow);
    throw new Failure('unavailable', failed ? { cause: new Error(`A task of a worker failed: ${failed}`) } : {});
  }

  return {
    async run(task, client, signal) {
      const key = cache?.keyOf(task) ?? '';
      const cached = cache?.outputs.get(key);
      if (cached) return cached;
      if (all.size === 0 && !closed) {
        idle.push(startWorker());
        endIdleLater(); // the queue may refuse the task
      }
      await all.values().next().value?.ready; // starting takes seconds on a busy machine, which is no part of the time in the queue
      return queue.run({ client, cost: costOf(task), signal }, async () => {
        const output = cache?.outputs.get(key) ?? (await runTask(task)); // an equal task may have waited before this one
        cache?.outputs.set(key, output);
        return output;
      });
    },
    async close() {
      closed = true;
      await Promise.all([...all].map(end));
    },
  };
}
