import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '../db/temporary-folder.ts';
import { type TaskWorker, toTaskWorker } from './task-worker.ts';

/** A PDF needs about 150 MB, a picture less. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Starts a thread that runs `program`, which calls `runTasks`, and has a folder for unpacked fonts, in `dataDir` if the temporary folder cannot be used. */
export function startThread<Task>(program: URL, dataDir?: string): TaskWorker<Task> {
  const folder = mkdtempSync(join(temporaryFolder(dataDir), 'dev-connector-fonts-'));
  const worker = new Worker(program, { workerData: folder, resourceLimits });
  worker.unref(); // an idle thread must not keep the process alive
  return toTaskWorker<Task>(worker, {
    send: (task) => worker.postMessage(task),
    async cpuTime() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
    async end() {
      await worker.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}
