import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job } from './render.ts';
import type { Print } from './worker.ts';

/** A thread that makes one PDF at a time (worker.ts), and the folder in which it unpacks fonts. */
export interface Thread {
  /** What came of a job. A thread that dies of it, or uses more than its time, has failed, and must be ended. */
  print(job: Job, time: RenderTime): Promise<Print>;
  end(): Promise<void>;
}

/** Milliseconds that a rendering may take: of processor time, and by the clock, which runs faster on a busy machine. */
export interface RenderTime {
  cpu: number;
  wall: number;
}

/** How often the processor time is read (milliseconds). */
const readEvery = 100;

/** A PDF needs about 150 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

export function startThread(): Thread {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-fonts-'));
  const program = new URL(`worker${extname(import.meta.filename)}`, import.meta.url); // .js in the package
  const worker = new Worker(program, { workerData: folder, resourceLimits });
  const ready = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<Print>();
  const died = (why: unknown) => {
    ready.resolve();
    answer.resolve({ failed: String(why) });
  };
  worker.on('message', (message: Print | 'ready') => (message === 'ready' ? ready.resolve() : answer.resolve(message)));
  worker.on('error', died).on('exit', died);
  worker.unref(); // nobody waits for a thread but those who wait for its answer

  const cpuTime = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };

  return {
    async print(job, { cpu, wall }) {
      answer = Promise.withResolvers<Print>();
      const tooSlow = setTimeout(died, wall, `more than ${wall} ms`);
      await ready.promise; // loading the program does not count as processor time of the first PDF
      const start = await cpuTime().catch(() => 0);
      const meter = setInterval(() => {
        cpuTime().then(
          (now) => now - start > cpu && died(`more than ${cpu} ms of processor time`),
          () => {}, // it has ended, which `exit` reports
        );
      }, readEvery);
      worker.postMessage(job);
      const print = await answer.promise;
      clearTimeout(tooSlow);
      clearInterval(meter);
      return print;
    },
    async end() {
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
