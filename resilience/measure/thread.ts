import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';

export interface Thread<Result> {
  /** Ends the thread; resolves with its result. */
  stop(): Promise<Result>;
}

/** Starts a file of this folder in a thread, so that this process's own load does not distort its measurements. */
export function startThread<Result>(file: string, data: object): Thread<Result> {
  const worker = new Worker(new URL(file, import.meta.url), { workerData: data });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => {}); // reported by `stop`
  return {
    async stop() {
      worker.postMessage('stop');
      const [result] = await Promise.race([once(worker, 'message') as Promise<[Result]>, failed]);
      await worker.terminate();
      return result;
    },
  };
}

/** In the thread: sends `result()` when the main thread stops it. */
export const onStop = (result: () => unknown): unknown => parentPort?.once('message', async () => parentPort?.postMessage(await result()));
