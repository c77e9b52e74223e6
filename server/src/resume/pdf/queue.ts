import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { openQueue, type RenderLimits, type RenderQueue } from '../../rendering/queue.ts';
import { startThread } from '../../rendering/thread.ts';
import type { ResumeCache } from '../resume-cache.ts';
import type { RenderJob } from './render.ts';

const extension = extname(import.meta.filename); // .js in the package

/** Fractions of the usual length: the first attempt, and a second one if the first takes too long. */
const shares = [1, 0.15];

/** Source files that determine the design. They are part of the cache key because a new design produces a different PDF of the same résumé. */
const designFiles = ['render', 'fonts', 'abridge', 'cost', 'metadata', '../outline', '../dates'].map((file) =>
  readFileSync(new URL(file + extension, import.meta.url)),
);

/** Returns the cache key of a PDF: a hash of the published résumé and the design. */
export function cacheKey(job: RenderJob): string {
  const hash = createHash('sha256').update(JSON.stringify(job));
  for (const file of designFiles) hash.update(file);
  return hash.digest('base64url');
}

/** Opens the queue that renders PDFs of published résumés. */
export const openRenderQueue = (cache: ResumeCache['pdfs'], limits?: RenderLimits): RenderQueue<RenderJob> =>
  openQueue(
    {
      start: () => startThread(new URL(`worker${extension}`, import.meta.url)),
      keyOf: cacheKey,
      attempts: (job) => shares.map((share) => ({ ...job, share })),
    },
    cache,
    limits,
  );
