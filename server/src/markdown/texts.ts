import { extname } from 'node:path';
import { limits as bounds, mediaIdsIn } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { readSizes } from '../media/media.ts';
import { openQueue, type RenderLimits } from '../rendering/queue.ts';
import { startThread } from '../rendering/thread.ts';
import { sha256 } from '../sha256.ts';
import { levels, type RenderJob } from './level.ts';

/** Renders Markdown. */
export interface Texts {
  /** Returns the HTML. Throws `tooManyImages`, or `unavailable` if too many long texts are queued, in total or for this client. */
  render(text: string, client: string): Promise<string>;
  close(): Promise<void>;
}

/** Maximum characters of a text that is rendered on the event loop, within a few milliseconds. Excludes texts with code to highlight. */
const maxShort = 1_000;
const isShort = (text: string) => text.length <= maxShort && !/```|~~~/.test(text);

/** A text that takes longer is rendered at a lower level. */
const defaultLimits: RenderLimits = { queue: 500, queueOfClient: 20, wait: 10_000, render: { cpu: 500, wall: 5_000 } };

/** Bytes of cached HTML. A text is often previewed before it is sent. */
const cacheBytes = 4_000_000;

/** Renders short texts on the event loop and the others in a worker thread. Loads the renderer for the first text. */
export function openTexts(db: Db, limits: RenderLimits = defaultLimits): Texts {
  const queue = openQueue<RenderJob>(
    {
      start: () => startThread(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)), // .js in the package
      keyOf: ({ text, sizes }) => sha256(JSON.stringify([text, sizes])),
      attempts: (job) => levels.map((level) => ({ ...job, level })),
    },
    new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 100 }),
    { ...limits, queue: defaultLimits.queue, queueOfClient: defaultLimits.queueOfClient },
  );
  return {
    async render(text, client) {
      const images = mediaIdsIn(text);
      if (images.length > bounds.textImages) throw new Failure('tooManyImages');
      const job = { text, level: levels[0], sizes: images.length > 0 ? Object.fromEntries(await readSizes(db, images)) : {} };
      if (!isShort(text)) return Buffer.from(await queue.render(job, client)).toString();
      const { renderMarkdown } = await import('./render.ts');
      return renderMarkdown(job);
    },
    close: () => queue.close(),
  };
}
