import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorName } from '@dev-connector/contract';

/** The file, an expected error, or an unexpected one. */
export type RenderResult = { file: Uint8Array } | { refused: ErrorName } | { failed: string };

/** A worker thread or process that renders one file at a time (answer-jobs.ts). */
export interface RenderThread<Job> {
  /** Resolves to `failed` if rendering throws, it exits or a time limit is exceeded. The caller must then end it. */
  render(job: Job, time: RenderTime): Promise<RenderResult>;
  end(): Promise<void>;
}

/** Time limits of a rendering in milliseconds: CPU time, and elapsed time, which is longer on a busy machine. */
export interface RenderTime {
  cpu: number;
  wall: number;
}

/** Interval at which the CPU time is read (milliseconds). */
const cpuPollInterval = 100;

/** A PDF needs about 150 MB, a picture less. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Starts a thread that runs `program`, which calls `answerJobs`, and has a folder for unpacked fonts. */
export function startThread<Job>(program: URL): RenderThread<Job> {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-fonts-'));
  const worker = new Worker(program, { workerData: folder, resourceLimits });
  const ready = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<RenderResult>();
  const fail = (reason: unknown) => {
    ready.resolve();
    answer.resolve({ failed: String(reason) });
  };
  worker.on('message', (message: RenderResult | 'ready') => (message === 'ready' ? ready.resolve() : answer.resolve(message)));
  worker.on('error', fail).on('exit', fail);
  worker.unref(); // an idle thread must not keep the process alive

  const cpuTime = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };

  return {
    async render(job, { cpu, wall }) {
      answer = Promise.withResolvers<RenderResult>();
      const timer = setTimeout(fail, wall, `more than ${wall} ms`);
      await ready.promise; // so that loading the modules does not count towards the CPU time of the first job
      const start = await cpuTime().catch(() => 0);
      const cpuTimer = setInterval(() => {
        cpuTime().then(
          (now) => now - start > cpu && fail(`more than ${cpu} ms of CPU time`),
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
