import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorName } from '@dev-connector/contract';

/** The file, an expected error, or an unexpected one. */
export type RenderResult = { file: Uint8Array } | { refused: ErrorName } | { failed: string };

/** A worker thread or process that renders one file at a time (answer-jobs.ts). */
export interface RenderThread<Job> {
  /** Resolves when it has loaded its modules or failed. This time is no part of the time of a rendering. */
  ready: Promise<void>;
  /** Resolves to `failed` if rendering throws, it exits or a time limit is exceeded. The caller must then end it. */
  render(job: Job, time: RenderTime): Promise<RenderResult>;
  end(): Promise<void>;
}

/** Time limits of a rendering in milliseconds: CPU time, and elapsed time, which is longer on a busy machine. */
export interface RenderTime {
  cpu: number;
  wall: number;
}

/** Maximum milliseconds until a thread or process is ready. Starting takes seconds on a busy machine. */
export const startTimeout = 10_000;

/** Interval at which the CPU time is read (milliseconds). */
export const cpuPollInterval = 100;

/** A PDF needs about 150 MB, a picture less. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Starts a thread that runs `program`, which calls `answerJobs`, and has a folder for unpacked fonts. */
export function startThread<Job>(program: URL): RenderThread<Job> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-fonts-'));
  const worker = new Worker(program, { workerData: folder, resourceLimits });
  const ready = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<RenderResult>();
  let failed: string | undefined;
  const fail = (reason: unknown) => {
    failed = String(reason);
    ready.resolve();
    answer.resolve({ failed });
  };
  worker.on('message', (message: RenderResult | 'ready') => (message === 'ready' ? ready.resolve() : answer.resolve(message)));
  worker.on('error', fail).on('exit', fail);
  worker.unref(); // an idle thread must not keep the process alive
  const startTimer = setTimeout(fail, startTimeout, `not started within ${startTimeout} ms`).unref();
  ready.promise.then(() => clearTimeout(startTimer));

  const cpuTime = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };

  return {
    ready: ready.promise,
    async render(job, { cpu, wall }) {
      await ready.promise;
      if (failed !== undefined) return { failed };
      answer = Promise.withResolvers<RenderResult>();
      const timer = setTimeout(fail, wall, `more than ${wall} ms`);
      let start: number | undefined; // read at the first interval, because most jobs are shorter and reading interrupts them
      const cpuTimer = setInterval(() => {
        cpuTime().then(
          (now) => {
            start ??= now;
            if (now - start > cpu) fail(`more than ${cpu} ms of CPU time`);
          },
          () => {}, // the thread has ended, which `exit` reports
        );
      }, cpuPollInterval);
      worker.postMessage(job);
      const result = await answer.promise;
      clearTimeout(timer);
      clearInterval(cpuTimer);
      return result;
    },
    async end() {
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
