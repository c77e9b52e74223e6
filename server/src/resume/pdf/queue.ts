import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../errors.ts';
import type { ResumeCache } from '../resume-cache.ts';
import type { RenderJob } from './render.ts';
import { type RenderThread, type RenderTime, startThread } from './thread.ts';

export interface RenderLimits {
  /** Maximum number of renderings that wait while one is in progress: of all clients and of one client. */
  queue: number;
  queueOfClient: number;
  /** Milliseconds after which a waiting client gets an error. Must be less than the 30 s idle timeout of connections. */
  wait: number;
  render: RenderTime;
}
const defaultLimits: RenderLimits = { queue: 6, queueOfClient: 2, wait: 15_000, render: { cpu: 3_000, wall: 10_000 } };

/** Fractions of the usual length: the first attempt, and a second one if the first takes too long. */
const shares = [1, 0.15];

/** Source files that determine the design. They are part of the cache key because a new design produces a different PDF of the same résumé. */
const designFiles = ['render', 'fonts', 'abridge', 'cost', 'metadata', '../outline', '../dates'].map(
  (file) => readFileSync(new URL(file + extname(import.meta.filename), import.meta.url)), // .js in the package
);

/** Returns the cache key of a PDF: a hash of the published résumé and the design. */
export function cacheKey(job: RenderJob): string {
  const hash = createHash('sha256').update(JSON.stringify(job));
  for (const file of designFiles) hash.update(file);
  return hash.digest('base64url');
}

/** Milliseconds after which an idle thread ends to free its memory. */
const idleTimeout = 60_000;

export interface RenderQueue {
  /** Returns the PDF of a published résumé. Throws `unavailable` if the queue is full, overall or for this client, or if rendering takes too long. */
  render(job: RenderJob, client: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Rendering {
  client: string;
  pdf: Promise<Uint8Array>;
}

/** Renders PDFs in a worker thread, one at a time. Concurrent requests for the same content share one rendering, and recent PDFs are cached. */
export function openRenderQueue(cache: ResumeCache['pdfs'], limits: RenderLimits = defaultLimits): RenderQueue {
  const queue = new Map<string, Rendering>();
  let thread: RenderThread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function endThread(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  async function render(key: string, job: RenderJob): Promise<Uint8Array> {
    let failed = '';
    for (const share of shares) {
      if (closed) break;
      clearTimeout(idleTimer);
      thread ??= startThread();
      const result = await thread.render({ ...job, share }, limits.render);
      if ('pdf' in result) {
        idleTimer = setTimeout(endThread, idleTimeout).unref();
        cache.set(key, result.pdf);
        return result.pdf;
      }
      failed = result.failed;
      await endThread(); // it may still be rendering
    }
    throw new Failure('unavailable', failed ? { cause: new Error(`Cannot render a PDF: ${failed}`) } : {});
  }

  /** Adds a rendering to the queue. Throws `unavailable` if the queue is full. */
  function enqueue(key: string, job: RenderJob, client: string): Promise<Uint8Array> {
    const ofClient = queue.values().filter((rendering) => rendering.client === client);
    if (queue.size > limits.queue || [...ofClient].length >= limits.queueOfClient) throw new Failure('unavailable');
    const pdf = last.then(() => render(key, job));
    queue.set(key, { client, pdf });
    last = pdf.catch(() => {}).finally(() => queue.delete(key));
    return pdf;
  }

  return {
    async render(job, client) {
      const key = cacheKey(job);
      return cache.get(key) ?? withTimeout(queue.get(key)?.pdf ?? enqueue(key, job, client), limits.wait);
    },
    async close() {
      closed = true;
      await endThread();
    },
  };
}

/** Rejects with `unavailable` if a rendering is not ready in time. The rendering continues, so that a retry finds it in the cache. */
async function withTimeout(pdf: Promise<Uint8Array>, timeout: number): Promise<Uint8Array> {
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => expired.reject(new Failure('unavailable')), timeout);
  try {
    return await Promise.race([pdf, expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}
