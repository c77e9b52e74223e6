import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { caller } from '../calls.ts';
import type { LoadOptions, LoadRequest, LoadResult } from './load.ts';

const { url, connections } = workerData as LoadOptions;
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 15)); // of this thread only
const call = caller(url, connections);

parentPort?.on('message', async ({ id, method, path, options }: LoadRequest) => {
  const began = performance.now();
  const send = (result: LoadResult) => parentPort?.postMessage(result);
  await call(method, path, options).then(
    ({ json: _json, ...reply }) => send({ id, reply, took: performance.now() - began }),
    ({ code, message }: NodeJS.ErrnoException) => send({ id, error: { code, message } }),
  );
});
