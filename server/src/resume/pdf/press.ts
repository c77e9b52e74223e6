import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../errors.ts';
import { keepLatest } from '../bounded.ts';
import type { Job } from './sheet.ts';
import { startThread, type Thread } from './thread.ts';

/** PDFs kept, renderings that may wait beside the one at work, and milliseconds that one may take. */
const limits = { kept: 64, waiting: 8, time: 20_000 };

/** What PDFs look like, in so far as their content does not say it: another design makes another PDF of the same résumé. */
const design = ['sheet', 'fonts', 'abridge', '../outline', '../dates'].map(
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
  /** The PDF of a résumé as published. Throws `unavailable` while too many wait. */
  print(job: Job): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Makes PDFs in a thread of its own, one at a time, each content once, and keeps the latest. */
export function openPress({ kept: most, waiting: mostWaiting, time } = limits): Press {
  const kept = keepLatest<Uint8Array>(most);
  const inFlight = new Map<string, Promise<Uint8Array>>();
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

  async function render(job: Job): Promise<Uint8Array> {
    if (closed) throw new Failure('unavailable');
    clearTimeout(idle);
    thread ??= startThread();
    const print = await thread.print(job, time);
    if ('failed' in print) {
      await endThread(); // whatever state it is in, the next one begins anew
      throw new Failure('unavailable', { cause: new Error(`A PDF was not made: ${print.failed}`) });
    }
    idle = setTimeout(endThread, idleLife).unref();
    return print.pdf;
  }

  return {
    async print(job) {
      const key = keyOf(job);
      const made = kept.get(key) ?? inFlight.get(key);
      if (made) return made;
      if (inFlight.size > mostWaiting) throw new Failure('unavailable');
      const turn = last.then(() => render(job));
      inFlight.set(key, turn);
      last = turn.catch(() => {}).finally(() => inFlight.delete(key));
      return kept.set(key, await turn);
    },
    async close() {
      closed = true;
      await endThread();
    },
  };
}
