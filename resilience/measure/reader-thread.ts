import { workerData } from 'node:worker_threads';
import { caller } from '../calls.ts';
import type { ReaderOptions, ReaderResult } from './reader.ts';
import { onStop } from './thread.ts';

const { url, requests, interval = 20, localAddress } = workerData as ReaderOptions;
const call = caller(url, 64, localAddress);
const result: ReaderResult = { times: [], sent: [], outcomes: {} };
let next = 0;

async function send(): Promise<void> {
  const { method = 'GET', path, ...options } = requests[next++ % requests.length] as ReaderOptions['requests'][number];
  const began = performance.now();
  const sentAt = Date.now();
  const retryClosed = (error: Error & { reused?: boolean }) => {
    if (method === 'GET' && error.reused) return call(method, path, options); // as browsers do (RFC 9110 section 9.2.2)
    throw error;
  };
  const outcome = await call(method, path, options)
    .catch(retryClosed)
    .then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  result.times.push(performance.now() - began);
  result.sent.push(sentAt);
  result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
}

const sent: Array<Promise<void>> = [];
const timer = setInterval(() => sent.push(send()), interval);

onStop(async () => {
  clearInterval(timer);
  await Promise.all(sent);
  return result;
});
