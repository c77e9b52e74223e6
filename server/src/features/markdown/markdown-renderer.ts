import { extname } from 'node:path';
import { limits, mediaIdsIn, summaryOf } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Context, perContext } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { sha256 } from '../../platform/sha256.ts';
import { charactersPerMillisecond } from '../../platform/work-queue/queues.ts';
import type { Client } from '../../platform/work-queue/work-queue.ts';
import type { TaskTime } from '../../platform/workers/task-worker.ts';
import { startThread } from '../../platform/workers/thread.ts';
import { openWorkerPool } from '../../platform/workers/worker-pool.ts';
import { readSizes } from '../media/media.ts';
import { levels, type MarkdownTask } from './level.ts';

/** Renders Markdown. */
export interface MarkdownRenderer {
  /** Returns the HTML. Throws `tooManyImages`, or `unavailable` if the queue of long texts is full. */
  render(text: string, client: Client): Promise<string>;
  /** Returns the beginning of a text without markup, of at most `max` code points. Takes at most a few milliseconds, as it renders `summarySource` characters. */
  summarize(text: string, max: number): Promise<string>;
  close(): Promise<void>;
}

/** Maximum characters of a text that is rendered on the event loop, within a few milliseconds. Excludes texts with code to highlight. */
const maxShort = 1_000;
const isShort = (text: string) => text.length <= maxShort && !/```|~~~/.test(text);

/** Characters of a text that its summary comes from. */
export const summarySource = 600;

/** A text that takes longer is rendered at a lower level. */
const maxTime: TaskTime = { cpu: 500, wall: 5_000 };

/** Bytes of cached HTML. A text is often previewed before it is sent. */
const cacheBytes = 4_000_000;

/** UTF-16 units of cached summaries: about 2,000 drafts. Each list of drafts would otherwise render up to 100 texts. */
const summaryCacheSize = 2_000_000;

/** Renders short texts on the event loop and the others in a worker thread. Loads the renderer for the first text. */
export const rendererOf = perContext(openRenderer);

function openRenderer({ db, queues, overrides: { taskTime = maxTime }, settings: { dataDir } }: Context): MarkdownRenderer {
  const workers = openWorkerPool<MarkdownTask>(
    {
      start: () => startThread(new URL(`worker${extname(import.meta.filename)}`, import.meta.url), dataDir), // .js in the package
      costOf: ({ text }) => text.length / charactersPerMillisecond,
      time: taskTime,
      attempts: (task) => levels.map((level) => ({ ...task, level })),
      cache: {
        outputs: new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 100 }),
        keyOf: ({ text, sizes }) => sha256(JSON.stringify([text, sizes])),
      },
    },
    queues.texts,
  );
  const summaries = new LRUCache<string, string>({
    maxSize: summaryCacheSize,
    sizeCalculation: (summary, key) => summary.length + key.length + 100,
  });
  return {
    async render(text, client) {
      const images = mediaIdsIn(text);
      if (images.length > limits.textImages) throw new Failure('tooManyImages');
      const task = { text, level: levels[0], sizes: images.length > 0 ? Object.fromEntries(await readSizes(db, images)) : {} };
      if (!isShort(text)) return Buffer.from(await workers.run(task, client)).toString();
      const { renderMarkdown } = await import('./render.ts');
      return renderMarkdown(task);
    },
    async summarize(text, max) {
      const source = text.slice(0, summarySource);
      const key = `${max} ${source}`;
      const cached = summaries.get(key);
      if (cached !== undefined) return cached;
      const { renderMarkdown } = await import('./render.ts');
      const summary = summaryOf(renderMarkdown({ text: source, level: 'markdown', sizes: {} }), max);
      summaries.set(key, summary);
      return summary;
    },
    close: () => workers.close(),
  };
}
