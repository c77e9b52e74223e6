import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job } from './sheet.ts';
import type { Print } from './worker.ts';

/** A thread that makes one PDF at a time (worker.ts), and the folder in which it unpacks fonts. */
export interface Thread {
  /** What came of a job; a thread that dies of it, or needs more than `time` ms, has failed. */
  print(job: Job, time: number): Promise<Print>;
  end(): Promise<void>;
}

export function startThread(): Thread {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-fonts-'));
  const program = new URL(`worker${extname(import.meta.filename)}`, import.meta.url); // .js in the package
  const worker = new Worker(program, { workerData: folder, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  let answer = Promise.withResolvers<Print>();
  const died = (why: unknown) => answer.resolve({ failed: String(why) });
  worker.on('message', (print: Print) => answer.resolve(print));
  worker.on('error', died).on('exit', died);
  worker.unref(); // nobody waits for a thread but those who wait for its answer

  return {
    async print(job, time) {
      answer = Promise.withResolvers<Print>();
      const tooLong = setTimeout(died, time, `more than ${time} ms`);
      worker.postMessage(job);
      const print = await answer.promise;
      clearTimeout(tooLong);
      return print;
    },
    async end() {
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
