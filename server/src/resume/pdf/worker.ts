import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { renderToBuffer } from '@react-pdf/renderer';
import { type RenderJob, resumeDocument } from './render.ts';

/* Renders PDFs in a worker thread, because layout would block the event loop for too long. `workerData` is the folder for unpacked fonts. */

/** The PDF, or the error that prevented it. */
export type RenderResult = { pdf: Uint8Array } | { failed: string };

// Gives way to the event loop when there are fewer processors than work. Other systems would change the priority of the whole process.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10));

parentPort?.on('message', async (job: RenderJob) => {
  try {
    const pdf = new Uint8Array(await renderToBuffer(await resumeDocument(job, workerData as string)));
    parentPort?.postMessage({ pdf } satisfies RenderResult);
  } catch (error) {
    parentPort?.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies RenderResult);
  }
});
parentPort?.postMessage('ready');
