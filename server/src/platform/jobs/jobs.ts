import type { Db, Transaction } from '../db/db.ts';
import type { Handler, JobKind, JobPayloads } from './kinds.ts';
import { defaultOptions, endImpossibleLeases, insertJob, insertRecurring, type KindOptions } from './queue.ts';
import { createWorker, type JobLog, type Worker } from './worker.ts';

/*
 * Background jobs: rows of the table `jobs`, written in the transaction that causes them, run by a worker in each process.
 *
 *     declare module '../../platform/jobs/kinds.ts' { interface JobPayloads { 'avatar.fetch': { userId: string } } }
 *     context.jobs.handle('avatar.fetch', async ({ userId }, signal) => { … });     // when the app is built
 *     await context.jobs.enqueue(tx, { kind: 'avatar.fetch', payload: { userId }, key: userId }); // in a transaction
 *     context.jobs.every('accounts.purge', hour, async (signal) => { … });          // once per interval, in one of the processes
 *
 * - A job that was committed runs at least once, also after kill -9: make handlers idempotent. It never runs twice at the same
 *   time while the clocks of the processes agree within a minute and handlers stop when their signal aborts.
 * - A handler has 20 seconds; then `signal` aborts and the attempt has failed. For longer work, return a time: the job runs again then.
 *   For work that has to wait, return `{ putOffUntil }`: this counts neither as an attempt nor as a success.
 * - A handler that throws is tried again with exponential backoff, 10 times in about a quarter of an hour unless its kind has other options. Then the job is
 *   parked for the admin.
 * - `key` makes a job unique per kind: enqueuing it again replaces the payload, and runs it once more if it is running already.
 * - Jobs with the same `order` run one after another in the order of their creation.
 * - Tests: `openSite` starts no worker. `await site.app.jobs.runDue()` runs all due jobs and returns their number.
 */

interface Enqueue<Kind extends JobKind = JobKind> {
  kind: Kind;
  payload: JobPayloads[Kind];
  /** At most one job of the kind has this key. */
  key?: string;
  /** Jobs of any kind with the same `order` run one after another. */
  order?: string;
  /** Milliseconds since 1970; default: now. */
  runAt?: number;
}

export interface Jobs extends Pick<Worker, 'start' | 'stop' | 'runDue' | 'delay' | 'outcomes'> {
  /** Adds a job to a transaction. The worker of this process runs it right after the commit. */
  enqueue<Kind extends JobKind>(tx: Transaction, job: Enqueue<Kind>): Promise<void>;
  /** Registers the handler of a kind. */
  handle<Kind extends JobKind>(kind: Kind, handler: Handler<JobPayloads[Kind]>, options?: Partial<KindOptions>): void;
  /** Registers a recurring job, which one of the processes runs once per `interval` milliseconds, or at the time that the handler returns. */
  every(kind: string, interval: number, handler: (signal: AbortSignal) => Promise<number | undefined> | Promise<void>): void;
  /** Inserts the recurring jobs. Called once per process, after all features have registered theirs. */
  schedule(): Promise<void>;
}

/** Maximum size of a payload in bytes of JSON. */
const maxPayload = 4096;

export function createJobs(db: Db, log: JobLog): Jobs {
  const handlers = new Map<string, Handler<unknown>>();
  const intervals = new Map<string, number>();
  const options = new Map<string, KindOptions>();
  const worker = createWorker({ db, log, handlers, optionsOf: (kind) => options.get(kind) ?? defaultOptions });

  const register = (kind: string, handler: Handler<never>, changed: Partial<KindOptions> = {}) => {
    if (handlers.has(kind)) throw new Error(`The kind of job ${kind} has two handlers`);
    handlers.set(kind, handler as Handler<unknown>);
    options.set(kind, { ...defaultOptions, ...changed });
  };

  return {
    ...worker,
    async enqueue(tx, { kind, payload, key = null, order = null, runAt = Date.now() }) {
      const json = JSON.stringify(payload);
      if (Buffer.byteLength(json) > maxPayload) throw new Error(`The payload of a job ${kind} has more than ${maxPayload} bytes`);
      await insertJob(tx, { kind, payload: json, key, order, runAt });
      tx.afterCommit(worker.wake);
    },
    handle: register,
    every(kind, interval, handler) {
      intervals.set(kind, interval);
      const run = async (_payload: unknown, signal: AbortSignal) => {
        const next = await handler(signal);
        return next ?? Date.now() + interval;
      };
      register(kind, run, { maxAttempts: Number.POSITIVE_INFINITY });
    },
    async schedule() {
      await endImpossibleLeases(db);
      for (const [kind, interval] of intervals) await insertRecurring(db, kind, interval);
    },
  };
}
