import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Refusal, TaskResult } from './task-worker.ts';

/**
 * Runs each task that the main thread sends, and answers with its output, or with the reason why there is none. Call it once, in a worker thread or a process.
 * Tasks that are not `isShort` give way to the event loop. `folder` is for unpacked fonts, in a thread.
 */
export function runTasks<Task>(run: (task: Task, folder: string) => Promise<Uint8Array | Refusal>, { isShort = false } = {}): void {
  const send = (message: TaskResult | 'ready') => (parentPort ? parentPort.postMessage(message) : process.send?.(message));
  // Other systems would change the priority of the whole process.
  if (process.platform === 'linux' && !isShort) lowerPriority();
  (parentPort ?? process).on('message', async (task: Task) => {
    try {
      const result = await run(task, workerData as string);
      // A copy, because a Buffer may be part of a larger pool.
      send('refused' in result ? result : { output: new Uint8Array(result) });
    } catch (error) {
      send({ failed: (error as Error).stack ?? String(error) });
    }
  });
  send('ready');
}

/** Sets a nice value, for when there are fewer processors than work. A sandbox may forbid it, which changes only the order of work. */
function lowerPriority(): void {
  try {
    setPriority(Math.min(19, getPriority() + 10));
  } catch {
    // the usual priority
  }
}
