import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { LRUCache } from 'lru-cache';
import type { WorkQueue } from '../../platform/work-queue/work-queue.ts';
import type { TaskTime } from '../../platform/workers/task-worker.ts';
import { startThread } from '../../platform/workers/thread.ts';
import { openWorkerPool, type WorkerPool } from '../../platform/workers/worker-pool.ts';

/** The content of a link preview. Texts are untrusted. */
export interface Picture {
  title: string;
  lines: string[];
  tags: string[];
  /** Name of the site, at the bottom. */
  site?: string | undefined;
  /** Colour of the accent, such as #3046c8. */
  accent: string;
  /** The person or the logo: a raster image in Base64. If it cannot be shown, the initials are. */
  image?: { type: string; data: string; round: boolean } | undefined;
  initials?: { text: string; color: string } | undefined;
}

/** Pixels, as link previews expect (https://ogp.me). */
export const pictureSize = { width: 1200, height: 630 };

const extension = extname(import.meta.filename); // .js in the package

/** Source files that determine the design, and are part of the cache key. */
const designFiles = ['draw', 'text', 'rasterize'].map((file) => readFileSync(new URL(file + extension, import.meta.url)));

/** Returns the cache key of a picture: a hash of its content and the design. */
export function pictureKey(picture: Picture): string {
  const hash = createHash('sha256').update(JSON.stringify(picture));
  for (const file of designFiles) hash.update(file);
  return hash.digest('base64url');
}

/** Processor time of a picture with Chinese characters in milliseconds. */
const pictureCost = 120;
const maxTime: TaskTime = { cpu: 3_000, wall: 10_000 };

/** Opens the threads that render pictures as PNG. */
export const openPictures = (
  queue: WorkQueue,
  files: LRUCache<string, Uint8Array>,
  time = maxTime,
  dataDir?: string,
): WorkerPool<Picture> =>
  openWorkerPool(
    {
      start: () => startThread(new URL(`worker${extension}`, import.meta.url), dataDir),
      costOf: () => pictureCost,
      time,
      cache: { outputs: files, keyOf: pictureKey },
    },
    queue,
  );
