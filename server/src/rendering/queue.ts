import type { ErrorName } from '@dev-connector/contract';
import type { LRUCache } from 'lru-cache';
import { Failure } from '../errors.ts';
import type { Renderer, RenderTime } from './renderer.ts';

export interface RenderLimits {
  /** Maximum number of renderings that wait while one is in progress: of all clients and of one client. */
  queue: number;
  queueOfClient: number;
  /** Milliseconds after which a waiting client gets an error, not counting the start of the thread. Both together must be less than the 30 s idle timeout of connections. */
  wait: number;
  render: RenderTime;
}
const defaultLimits: RenderLimits = { queue: 6, queueOfClient: 2, wait: 15_000, render: { cpu: 3_000, wall: 10_000 } };

/** Milliseconds after which an idle thread ends to free its memory. */
const idleTimeout = 60_000;

/** What a queue renders. */
export interface Rendering<Job> {
  /** Starts the worker thread or process. */
  start(): Renderer<Job>;
  /** Identifies the content of the file. */
  keyOf(job: Job): string;
  /** The jobs to try one after the other until one succeeds; each fails if it takes too long. */
  attempts(job: Job): Job[];
  /** The error if the last attempt takes too much CPU time; otherwise `unavailable`. */
  tooSlow?: ErrorName;
}

export interface RenderQueue<Job> {
  /** Returns the rendered file. Throws the error that the job causes, or `unavailable` if the queue is full, overall or for this client, or if rendering takes too long. */
  render(job: Job, client: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Waiting {
  client: string;
  file: Promise<Uint8Array>;
}

/** Renders files in a worker thread or process, one at a time. Concurrent requests for the same content share one rendering, and recent files are cached. */
export function openQueue<Job>(
  { start, keyOf, attempts, tooSlow }: Rendering<Job>,
  cache: LRUCache<string, Uint8Array>,
  limits: RenderLimits = defaultLimits,
): RenderQueue<Job> {
  const queue = new Map<string, Waiting>();
  let thread: Renderer<Job> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function endThread(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  async function render(key: string, job: Job): Promise<Uint8Array> {
    let failed = '';
    let isTooSlow = false;
    for (const attempt of attempts(job)) {
      if (closed) break;
      clearTimeout(idleTimer);
      thread ??= start();
      const result = await thread.render(attempt, limits.render);
      if (!('failed' in result)) idleTimer = setTimeout(endThread, idleTimeout).unref();
      if ('file' in result) {
        cache.set(key, result.file);
        return result.file;
      }
      if ('refused' in result) throw new Failure(result.refused, { msg: result.msg });
      failed = result.failed;
      isTooSlow = result.isTooSlow === true;
      await endThread(); // it may still be rendering
    }
    if (tooSlow && isTooSlow) throw new Failure(tooSlow);
    throw new Failure('unavailable', failed ? { cause: new Error(`A job of a worker failed: ${failed}`) } : {});
  }

  /** Adds a rendering to the queue. Throws `unavailable` if the queue is full. */
  function enqueue(key: string, job: Job, client: string): Promise<Uint8Array> {
    const ofClient = queue.values().filter((rendering) => rendering.client === client);
    if (queue.size > limits.queue || [...ofClient].length >= limits.queueOfClient) throw new Failure('unavailable');
    if (!closed) thread ??= start();
    const file = last.then(() => render(key, job));
    queue.set(key, { client, file });
    last = file.catch(() => {}).finally(() => queue.delete(key));
    return file;
  }

  return {
    async render(job, client) {
      const key = keyOf(job);
      const cached = cache.get(key);
      if (cached) return cached;
      const file = queue.get(key)?.file ?? enqueue(key, job, client);
      await thread?.ready;
      return withTimeout(file, limits.wait);
    },
    async close() {
      closed = true;
      await endThread();
    },
  };
}

/** Rejects with `unavailable` if a rendering is not ready in time. The rendering continues, so that a retry finds it in the cache. */
async function withTimeout(file: Promise<Uint8Array>, timeout: number): Promise<Uint8Array> {
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => expired.reject(new Failure('unavailable')), timeout);
  try {
    return await Promise.race([file, expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}
