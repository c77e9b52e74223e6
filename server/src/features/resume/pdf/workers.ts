import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { WorkQueue } from '../../../platform/work-queue/work-queue.ts';
import type { TaskTime } from '../../../platform/workers/task-worker.ts';
import { startThread } from '../../../platform/workers/thread.ts';
import { openWorkerPool, type WorkerPool } from '../../../platform/workers/worker-pool.ts';
import type { PdfCache } from '../resume-cache.ts';
import type { PdfTask } from './render.ts';

const extension = extname(import.meta.filename); // .js in the package

/** Fractions of the usual length: the first attempt, and a second one if the first takes too long. */
const shares = [1, 0.15];

/** Source files that determine the design. They are part of the cache key because a new design produces a different PDF of the same résumé. */
const designFiles = [
  'render',
  'fonts',
  'abridge',
  'cost',
  'metadata',
  'directions',
  'line-breaks',
  'marks',
  '../outline',
  '../dates',
  '../language',
  '../telephone',
].map((file) => readFileSync(new URL(file + extension, import.meta.url)));

/** Returns the cache key of a PDF: a hash of the published résumé and the design. */
export function cacheKey(task: PdfTask): string {
  const hash = createHash('sha256').update(JSON.stringify(task));
  for (const file of designFiles) hash.update(file);
  return hash.digest('base64url');
}

/** Processor time of a short résumé in milliseconds, and characters of JSON that take one more. */
const [shortCost, charactersPerMillisecond] = [100, 50];
const maxTime: TaskTime = { cpu: 3_000, wall: 10_000 };

/** Opens the threads that render PDFs of published résumés. */
export const openPdfs = (queue: WorkQueue, files: PdfCache, time = maxTime, dataDir?: string): WorkerPool<PdfTask> =>
  openWorkerPool(
    {
      start: () => startThread(new URL(`worker${extension}`, import.meta.url), dataDir),
      costOf: ({ resume }) => shortCost + JSON.stringify(resume).length / charactersPerMillisecond,
      time,
      attempts: (task) => shares.map((share) => ({ ...task, share })),
      cache: { outputs: files, keyOf: cacheKey },
    },
    queue,
  );
