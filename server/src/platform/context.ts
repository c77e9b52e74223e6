import type { AccountData } from '@dev-connector/contract';
import type { FastifyInstance } from 'fastify';
import type { Db, Transaction } from './db/db.ts';
import type { Sql } from './db/sql.ts';
import { createEvents, type Events } from './events/events.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import type { Member } from './member.ts';
import type { Settings } from './settings.ts';
import { openQueues, type Queues } from './work-queue/queues.ts';
import type { QueueLimits } from './work-queue/work-queue.ts';
import type { TaskTime } from './workers/task-worker.ts';

/** The platform that all features use. Built once per app and passed explicitly; modules hold no state. A feature keeps its own state with `perContext`. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  queues: Queues;
  log: JobLog;
  features: Feature[];
  overrides: Overrides;
  /** The values of `perContext`. */
  values: Map<unknown, unknown>;
}

/** Replaces limits in tests. */
export interface Overrides {
  /** Time limits of workers. */
  taskTime?: TaskTime | undefined;
  /** Limits of all queues. */
  queueLimits?: Partial<QueueLimits> | undefined;
  /** Cost of new password hashes. */
  passwordCost?: { memory: number; passes: number } | undefined;
}

/** Registers the routes of one feature. */
export type Mount = (app: FastifyInstance, context: Context) => void | Promise<void>;

/** What a feature adds to the site. Its file `feature.ts` exports one, and `features.ts` lists them. */
export interface Feature {
  /** The name of its folder, here, in the contract and in the web application. */
  name: string;
  /** Brings rows of earlier versions up to date, before the site serves. Must be safe to run in several processes. */
  prepare?: (context: Context) => Promise<void>;
  routes?: Mount;
  /** Registers subscribers of events, and jobs. */
  register?: (context: Context) => void;
  /** What a member downloads of their data: members of the JSON document, in this order. */
  exports?: ExportPart[];
  /** The tables with rows of a member, and where the download has them; or why it has not. */
  memberTables?: Record<string, { exportedAs: keyof AccountData } | { notExported: string }>;
  /** Deletes one batch of the rows of a deleted account, and returns whether there were any. Called until there are none, from the last feature to the first. */
  deleteRowsOfMember?: (tx: Transaction, userId: string) => Promise<boolean>;
  /** Deletes one batch of the rows on posts that are being deleted, and returns whether rows may be left. Called like `deleteRowsOfMember`. */
  deleteRowsOfPosts?: (tx: Transaction, postIds: string[]) => Promise<boolean>;
  /** Returns a statement with what is stored for a member: bytes of `texts` and `images` of each row, and whether it is new since a time (milliseconds since 1970). */
  storedBytes?: (userId: string, since: number) => Sql;
  /** The kinds of texts that show images. A text shows those in the rows `r` of `media_references` for which this is true. */
  mediaOwners?: Record<string, Sql>;
}

/** Yields a member of a JSON document in pieces, such as `"posts":[…]`; nothing leaves it out. Calls `timeSlice` between pages, which lets other requests run. */
export type ExportPart = (context: Context, member: Member, timeSlice: () => Promise<void>) => AsyncIterable<string>;

export const createContext = (settings: Settings, db: Db, log: JobLog, overrides: Overrides = {}, features: Feature[] = []): Context => ({
  settings,
  db,
  events: createEvents(log),
  jobs: createJobs(db, log),
  queues: openQueues(db, overrides.queueLimits),
  log,
  features,
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
