import type { ErrorName } from '@dev-connector/contract';
import type { LRUCache } from 'lru-cache';
import { Failure } from '../errors.ts';
import type { Client, WorkQueue } from '../work-queue/work-queue.ts';
import type { Renderer, RenderResult, RenderTime } from './renderer.ts';

/** Milliseconds after which idle workers end to free their memory. */
const idleTimeout = 60_000;

/** What workers of one kind do. */
export interface Program<Task> {
  /** Starts a worker thread or process. */
  start(): Renderer<Task>;
  /** Estimated processor time in milliseconds. */
  costOf(task: Task): number;
  /** Maximum time of a task. */
  time: RenderTime;
  /** The tasks to try one after the other until one succeeds; each fails if it takes too long. */
  attempts?(task: Task): Task[];
  /** Whether a task is repeated once if its worker ends unexpectedly. */
  repeats?: boolean;
  /** The error if the last attempt takes too much CPU time; otherwise `unavailable`. */
  tooSlow?: ErrorName;
  /** Recent files, and the key that identifies the content of a task's file. */
  cache?: { files: LRUCache<string, Uint8Array>; keyOf(task: Task): string };
}

export interface Workers<Task> {
  /** Returns the rendered file. Throws the error that the task causes, `unavailable` if the queue refuses it or rendering takes too long, or an unexpected error if a worker cannot start. */
  render(task: Task, client: Client, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Renders files in worker threads or processes when `queue` gives a task its turn. */
export function openWorkers<Task>(
  { start, costOf, time, attempts, repeats, tooSlow, cache }: Program<Task>,
  queue: WorkQueue,
): Workers<Task> {
  const all = new Set<Renderer<Task>>();
  const idle: Renderer<Task>[] = [];
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function startWorker(): Renderer<Task> {
    const worker = start();
    all.add(worker);
    return worker;
  }
  async function end(worker: Renderer<Task>): Promise<void> {
    all.delete(worker);
    await worker.end();
  }
  const endIdle = () => Promise.all(idle.splice(0).map(end));
  function endIdleLater(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(endIdle, idleTimeout).unref();
  }

  /** Returns an idle worker, or starts one. Idle ones may have died, for example because memory ran out. */
  function takeWorker(): Renderer<Task> {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (!worker.hasFailed()) return worker;
      void end(worker);
    }
    return startWorker();
  }

  async function attempt(task: Task): Promise<RenderResult> {
    clearTimeout(idleTimer);
    const worker = takeWorker();
    const result = await worker.render(task, time);
    if ('failed' in result)
      await end(worker); // it may still be rendering
    else idle.push(worker);
    endIdleLater();
    return result;
  }

  async function render(task: Task): Promise<Uint8Array> {
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
      return result.file;
    }
    if (tooSlow && isTooSlow) throw new Failure(tooSlow);
    throw new Failure('unavailable', failed ? { cause: new Error(`A task of a worker failed: ${failed}`) } : {});
  }

  return {
    async render(task, client, signal) {
      const key = cache?.keyOf(task) ?? '';
      const cached = cache?.files.get(key);
      if (cached) return cached;
      if (all.size === 0 && !closed) {
        idle.push(startWorker());
        endIdleLater(); // the queue may refuse the task
      }
      await all.values().next().value?.ready; // starting takes seconds on a busy machine, which is no part of the time in the queue
      return queue.run({ client, cost: costOf(task), signal }, async () => {
        const file = cache?.files.get(key) ?? (await render(task)); // an equal task may have waited before this one
        cache?.files.set(key, file);
        return file;
      });
    },
    async close() {
      closed = true;
      await Promise.all([...all].map(end));
    },
  };
}
