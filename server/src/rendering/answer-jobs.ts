import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderResult } from './thread.ts';

/** Answers each job that the main thread sends with the rendered file. `folder` is for unpacked fonts. Call it once, in a worker thread. */
export function answerJobs<Job>(render: (job: Job, folder: string) => Promise<Uint8Array>): void {
  // Gives way to the event loop when there are fewer processors than work. Other systems would change the priority of the whole process.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10));
  parentPort?.on('message', async (job: Job) => {
    try {
      // A copy, because a Buffer may be part of a larger pool.
      parentPort?.postMessage({ file: new Uint8Array(await render(job, workerData as string)) } satisfies RenderResult);
    } catch (error) {
      parentPort?.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies RenderResult);
    }
  });
  parentPort?.postMessage('ready');
}
