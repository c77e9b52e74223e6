import { type QueueLimits, WorkQueue } from '../src/platform/work-queue/work-queue.ts';
import type { TaskTime } from '../src/platform/workers/task-worker.ts';

/* Queues and workers with more time than usual, so that tests do not fail on a busy machine. In milliseconds. */
export const taskTime: TaskTime = { cpu: 60_000, wall: 60_000 };
export const queueLimits = { wait: 60_000 };

/** Creates a queue that runs one piece of work at a time. */
export const openQueue = (changed: Partial<QueueLimits> = {}): WorkQueue =>
  new WorkQueue({ slots: [Number.POSITIVE_INFINITY], waiting: 20, ...queueLimits, ...changed });

/** A client that tests of one client use. */
export const client = { network: '192.0.2.1' };
