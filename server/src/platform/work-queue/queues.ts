import type { Db } from '../db/db.ts';
import { type QueueLimits, WorkQueue } from './work-queue.ts';

/** The work that all clients share. */
export type Queues = Record<'texts' | 'files' | 'hashes' | 'searches', WorkQueue>;

const any = Number.POSITIVE_INFINITY;

/** Characters of an expensive Markdown text that are rendered in a millisecond. */
export const charactersPerMillisecond = 300;
/** Maximum characters of a text in the second slot. */
const usualText = 6_000;

/** The scenario for all is `npm run resilience -- queues`. Costs are in milliseconds of processor time. */
const queueLimits: Record<keyof Queues, QueueLimits> = {
  /** Markdown that is long or has code, in threads. The second slot remains free for texts of usual length. */
  texts: { slots: [any, usualText / charactersPerMillisecond], waiting: 500, wait: 10_000 },
  /** Uploaded images, link previews and PDFs. The second slot, for small files, remains free while a large one takes seconds and half a gigabyte. */
  files: { slots: [any, 500], waiting: 12, wait: 25_000 },
  /** Password hashes. More at a time would only use memory, because they share the same cores. 200 take three seconds. */
  hashes: { slots: [any, any], waiting: 200, wait: 10_000 },
  /** Searches. More at a time would delay each other. */
  searches: { slots: [any], waiting: 200, wait: 15_000 },
};

/** Creates the queues of a process. `changed` replaces limits in tests. */
export function openQueues({ engine }: Pick<Db, 'engine'>, changed: Partial<QueueLimits> = {}): Queues {
  const open = (name: keyof Queues, changes = {}) => new WorkQueue({ ...queueLimits[name], ...changes, ...changed });
  return {
    texts: open('texts'),
    files: open('files'),
    hashes: open('hashes'),
    searches: open('searches', engine === 'postgres' && { slots: [any, any] }), // on SQLite a search would wait for the process
  };
}
