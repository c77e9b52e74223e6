import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import type { Handler, JobKind, PutOff } from './kinds.ts';
import { failJob, finishJob, type Job, type KindOptions, leaseJobs, readDue, releaseJob, rescheduleJob, runTime } from './queue.ts';

export type JobLog = Record<'warn' | 'error', (details: object, message: string) => void>;

/** Number of slots that kinds without slots of their own share: one process runs at most this many of their jobs at the same time. */
const sharedSlots = 4;
/** Milliseconds in which aborted jobs release their leases. */
const releaseTime = 1_000;
/** Poll interval in milliseconds, for jobs that other processes have left. A poll without due jobs reads once. */
const pollInterval = 10_000;

export interface Worker {
  start(): void;
  /** Looks for due jobs now. */
  wake(): void;
  /** Leases no more jobs and waits for the running ones. After `drainTime` milliseconds, aborts them and releases their leases, unless the database is unavailable. */
  stop(drainTime?: number): Promise<void>;
  /** Runs all due jobs of these kinds (default: all) and those that follow from them, also if the worker is not started. Returns the number of runs. */
  runDue(only?: JobKind[]): Promise<number>;
  /** Returns for how many milliseconds the job that waits longest has been due; 0 if none is due. Ignores kinds without a handler. */
  delay(): Promise<number>;
  /** Numbers of runs by kind since the start of the process. */
  outcomes: ReadonlyMap<string, Outcomes>;
}

interface Outcomes {
  succeeded: number;
  failed: number;
}

export interface WorkerOptions {
  db: Db;
  log: JobLog;
  handlers: ReadonlyMap<string, Handler<unknown>>;
  optionsOf: (kind: string) => KindOptions;
}

export function createWorker({ db, log, handlers, optionsOf }: WorkerOptions): Worker {
  /** The kinds of the running jobs. */
  const running = new Map<Promise<void>, string>();
  const outcomes = new Map<string, Outcomes>();
  const stopping = new AbortController();
  let [started, pollAgain] = [false, false];
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const kinds = () => [...handlers.keys()];

  /** Returns how many jobs of a kind this process can start. */
  function freeSlots(kind: string): number {
    const { ownSlots } = optionsOf(kind);
    const sharesSlots = (other: string) => other === kind || (ownSlots === undefined && optionsOf(other).ownSlots === undefined);
    return (ownSlots ?? sharedSlots) - [...running.values()].filter(sharesSlots).length;
  }

  function wake(): void {
    if (!started) return;
    pollAgain = true;
    polling ??= poll().finally(() => {
      polling = undefined;
      if (pollAgain) wake();
    });
  }

  async function poll(): Promise<void> {
    pollAgain = false;
    clearTimeout(timer);
    let wait = 0;
    try {
      while (started && wait === 0) wait = await runDueJobs();
    } catch (err) {
      wait = pollInterval;
      log.warn({ err }, 'cannot lease jobs; the next poll tries again');
    }
    if (started) timer = setTimeout(wake, wait).unref();
  }

  /** Runs due jobs in free slots, starting with the kind that has waited longest. A kind with its own slots never waits for another. Returns the milliseconds until the next look. */
  async function runDueJobs(): Promise<number> {
    let wait = pollInterval;
    for (const { kind, at } of await readDue(db, kinds())) {
      const max = freeSlots(kind);
      if (max <= 0) continue;
      if (at > Date.now() || !started) return Math.min(wait, Math.max(0, at - Date.now()));
      const jobs = await leaseJobs(db, kind, max);
      for (const job of jobs) runInBackground(job);
      if (jobs.length > 0) wait = 0; // if none, the due jobs wait for earlier ones with the same ordering key
    }
    return wait;
  }

  /** Runs a job in the background. Its end frees a slot, and perhaps the next job of its order. */
  function runInBackground(job: Job): void {
    const run = runJob(job).finally(() => {
      running.delete(run);
      wake();
    });
    running.set(run, job.kind);
  }

  async function runJob(job: Job): Promise<void> {
    const { kind, id, attempts } = job;
    const counts = outcomes.get(kind) ?? { succeeded: 0, failed: 0 };
    outcomes.set(kind, counts);
    try {
      const result = await attempt(job);
      if ('next' in result) {
        const { next } = result;
        if (typeof next === 'object') return await releaseJob(db, job, next.putOffUntil);
        counts.succeeded++;
        await (next === undefined ? finishJob(db, job) : rescheduleJob(db, job, next));
      } else if (stopping.signal.aborted) {
        await releaseJob(db, job, Date.now());
      } else {
        counts.failed++;
        const parked = await failJob(db, job, messageOf(result.error), optionsOf(kind));
        const details = { err: result.error, kind, job: id, attempts };
        if (parked) log.error(details, 'job parked after its last attempt');
        else log.warn(details, 'job failed; it will be tried again');
      }
    } catch (err) {
      log.warn({ err, kind, job: id }, 'cannot write the result of a job; it runs again after its lease');
    }
  }

  /** Calls the handler. Its signal aborts after `runTime`, or when the process stops; the attempt ends then, even if the handler ignores the signal. */
  async function attempt({ kind, payload, attempts }: Job): Promise<{ next: number | PutOff | undefined } | { error: unknown }> {
    if (attempts > optionsOf(kind).maxAttempts) return { error: new Error('The process ended during the last attempt') };
    const controller = new AbortController();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
    const stop = () => controller.abort(stopping.signal.reason);
    const timeout = setTimeout(() => controller.abort(new Error(`The job ran longer than ${runTime / 1000} s`)), runTime);
    stopping.signal.addEventListener('abort', stop, { once: true });
    try {
      const handler = handlers.get(kind) as Handler<unknown>;
      return { next: (await Promise.race([handler(JSON.parse(payload), controller.signal), aborted])) ?? undefined };
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timeout);
      stopping.signal.removeEventListener('abort', stop);
    }
  }

  return {
    start() {
      started = true;
      wake();
    },
    wake,
    async stop(drainTime = 5_000) {
      started = false;
      clearTimeout(timer);
      const idle = Promise.allSettled([polling]).then(() => Promise.allSettled(running.keys()));
      await Promise.race([idle, delay(drainTime, undefined, { ref: false })]);
      stopping.abort(new Error('The process stops'));
      await Promise.race([idle, delay(releaseTime, undefined, { ref: false })]);
    },
    async runDue(only) {
      for (let runs = 0; ; ) {
        const jobs: Job[] = [];
        for (const { kind, at } of await readDue(db, only ?? kinds()))
          if (at <= Date.now() && jobs.length < sharedSlots) jobs.push(...(await leaseJobs(db, kind, sharedSlots - jobs.length)));
        if (jobs.length === 0) return runs;
        await Promise.all(jobs.map(runJob));
        runs += jobs.length;
      }
    },
    delay: async () => Math.max(0, Date.now() - ((await readDue(db, kinds()))[0]?.at ?? Number.POSITIVE_INFINITY)),
    outcomes,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
