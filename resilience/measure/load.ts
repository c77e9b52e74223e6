import { Worker } from 'node:worker_threads';
import type { CallOptions, Reply } from '../calls.ts';

export interface LoadOptions {
  url: string;
  connections: number;
}

export interface LoadRequest {
  id: number;
  method: string;
  path: string;
  options: CallOptions | undefined;
}

export type LoadResult =
  | { id: number; reply: Omit<Reply, 'json'>; took: number }
  | { id: number; error: { code: string | undefined; message: string } };

/** Like `Call`. A reply also has its duration in milliseconds. */
export type Load = ((method: string, path: string, options?: CallOptions) => Promise<Reply & { took: number }>) & {
  close(): Promise<unknown>;
};

/**
 * Calls one site like `caller`, from a thread of low priority (on Linux). The clients of a real site have processors of their own: here they would take half of
 * the server's, and what they take from it would be counted as its latency.
 */
export function startLoad(options: LoadOptions): Load {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: options });
  const waiting = new Map<number, PromiseWithResolvers<Reply & { took: number }>>();
  let sent = 0;
  worker.on('message', (result: LoadResult) => {
    const call = waiting.get(result.id);
    waiting.delete(result.id);
    if ('error' in result) call?.reject(Object.assign(new Error(result.error.message), { code: result.error.code }));
    else call?.resolve({ ...result.reply, took: result.took, json: () => JSON.parse(result.reply.text) });
  });
  const call = (method: string, path: string, callOptions?: CallOptions) => {
    const answer = Promise.withResolvers<Reply & { took: number }>();
    waiting.set(sent, answer);
    worker.postMessage({ id: sent++, method, path, options: callOptions } satisfies LoadRequest);
    return answer.promise;
  };
  return Object.assign(call, { close: () => worker.terminate() });
}
