import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../errors.ts';
import { latestCache } from '../latest-cache.ts';
import type { Job } from './render.ts';
import { type RenderTime, startThread, type Thread } from './thread.ts';

export interface PressLimits {
  /** PDFs in the cache. */
  cached: number;
  /** Renderings that may wait beside the one at work: of all clients, and of one. */
  queue: number;
  queueOfClient: number;
  /** Milliseconds that a client waits; a connection on which nothing moves lives 30 s. */
  wait: number;
  render: RenderTime;
}
const usualLimits: PressLimits = { cached: 64, queue: 6, queueOfClient: 2, wait: 15_000, render: { cpu: 3_000, wall: 10_000 } };

/** Of the usual length: what is tried first, and again where that takes too long. */
const shares = [1, 0.15];

/** What PDFs look like, in so far as their content does not say it: another design makes another PDF of the same résumé. */
const design = ['render', 'fonts', 'abridge', 'cost', 'metadata', '../outline', '../dates'].map(
  (file) => readFileSync(new URL(file + extname(import.meta.filename), import.meta.url)), // .js in the package
);

/** Stands for the PDF of a résumé as published: the same résumé in the same design has the same key. */
export function keyOf(job: Job): string {
  const hash = createHash('sha256').update(JSON.stringify(job));
  for (const file of design) hash.update(file);
  return hash.digest('base64url');
}

/** Milliseconds after which a thread with nothing to do ends, to give its memory back. */
const idleLife = 60_000;

export interface Press {
  /** The PDF of a résumé as published. Throws `unavailable` where too many wait, of all clients or of this one, or where it takes too long. */
  print(job: Job, client: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Rendering {
  client: string;
  pdf: Promise<Uint8Array>;
}

/** Makes PDFs in a worker thread, one at a time, each content once, and caches the latest. */
export function openPress(limits: PressLimits = usualLimits): Press {
  const cache = latestCache<Uint8Array>(limits.cached);
  const queue = new Map<string, Rendering>();
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  async function endThread(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  async function render(key: string, job: Job): Promise<Uint8Array> {
    let failed = '';
    for (const share of shares) {
      if (closed) break;
      clearTimeout(idle);
      thread ??= startThread();
      const print = await thread.print({ ...job, share }, limits.render);
      if ('pdf' in print) {
        idle = setTimeout(endThread, idleLife).unref();
        return cache.set(key, print.pdf);
      }
      failed = print.failed;
      await endThread(); // it may still be at work
    }
    throw new Failure('unavailable', failed ? { cause: new Error(`A PDF was not made: ${failed}`) } : {});
  }

  /** Puts a rendering in the queue, or throws where it is full. */
  function enqueue(key: string, job: Job, client: string): Promise<Uint8Array> {
    const ofClient = queue.values().filter((rendering) => rendering.client === client);
    if (queue.size > limits.queue || [...ofClient].length >= limits.queueOfClient) throw new Failure('unavailable');
    const pdf = last.then(() => render(key, job));
    queue.set(key, { client, pdf });
    last = pdf.catch(() => {}).finally(() => queue.delete(key));
    return pdf;
  }

  return {
    async print(job, client) {
      const key = keyOf(job);
      return cache.get(key) ?? inTime(queue.get(key)?.pdf ?? enqueue(key, job, client), limits.wait);
    },
    async close() {
      closed = true;
      await endThread();
    },
  };
}

/** Fails as `unavailable` where a rendering is not ready in time; it goes on, for the client who comes again. */
async function inTime(pdf: Promise<Uint8Array>, wait: number): Promise<Uint8Array> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Failure('unavailable')), wait);
  try {
    return await Promise.race([pdf, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
