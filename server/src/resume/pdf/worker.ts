import { parentPort, workerData } from 'node:worker_threads';
import { renderToBuffer } from '@react-pdf/renderer';
import { type Job, sheetOf } from './render.ts';

/* A thread that makes PDFs, one after another: laying out a page takes longer than any request may hold up the others. Its data is a folder for what the fonts need. */

/** The answer to a résumé: its PDF, or what went wrong. */
export type Print = { pdf: Uint8Array } | { failed: string };

parentPort?.on('message', async (job: Job) => {
  try {
    const pdf = new Uint8Array(await renderToBuffer(await sheetOf(job, workerData as string)));
    parentPort?.postMessage({ pdf } satisfies Print);
  } catch (error) {
    parentPort?.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies Print);
  }
});
parentPort?.postMessage('ready');
