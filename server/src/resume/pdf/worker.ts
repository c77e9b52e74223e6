import { parentPort, workerData } from 'node:worker_threads';
import { renderToBuffer } from '@react-pdf/renderer';
import { type RenderJob, resumeDocument } from './render.ts';

/* Renders PDFs in a worker thread, because layout would block the event loop for too long. `workerData` is the folder for unpacked fonts. */

/** The PDF, or the error that prevented it. */
export type RenderResult = { pdf: Uint8Array } | { failed: string };

parentPort?.on('message', async (job: RenderJob) => {
  try {
    const pdf = new Uint8Array(await renderToBuffer(await resumeDocument(job, workerData as string)));
    parentPort?.postMessage({ pdf } satisfies RenderResult);
  } catch (error) {
    parentPort?.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies RenderResult);
  }
});
parentPort?.postMessage('ready');
