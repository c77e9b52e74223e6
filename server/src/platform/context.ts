import type { FastifyInstance } from 'fastify';
import type { Db } from './db/db.ts';
import { createEvents, type Events } from './events/events.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import type { RenderTime } from './rendering/renderer.ts';
import type { Settings } from './settings.ts';
import { openQueues, type Queues } from './work-queue/queues.ts';
import type { QueueLimits } from './work-queue/work-queue.ts';

/** The platform that all features use. Built once per app and passed explicitly; modules hold no state. A feature keeps its own state with `perContext`. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  queues: Queues;
  log: JobLog;
  overrides: Overrides;
  /** The values of `perContext`. */
  values: Map<unknown, unknown>;
}

/** Replaces limits in tests. */
export interface Overrides {
  /** Time limits of workers. */
  renderTime?: RenderTime | undefined;
  /** Limits of all queues. */
  queueLimits?: Partial<QueueLimits> | undefined;
  /** Cost of new password hashes. */
  passwordCost?: { memory: number; passes: number } | undefined;
}

/** Registers the routes of one feature. */
export type Mount = (app: FastifyInstance, context: Context) => void | Promise<void>;

export const createContext = (settings: Settings, db: Db, log: JobLog, overrides: Overrides = {}): Context => ({
  settings,
  db,
  events: createEvents(log),
  jobs: createJobs(db, log),
  queues: openQueues(db, overrides.queueLimits),
  log,
  overrides,
  values: new Map(),
});

/** Returns a function that creates a value for each context when it is first needed, such as a cache, and returns the same one afterwards. */
export function perContext<Value>(create: (context: Context) => Value): (context: Context) => Value {
  return function read(context) {
    if (!context.values.has(read)) context.values.set(read, create(context));
    return context.values.get(read) as Value;
  };
}
