import { Failure } from '../errors.ts';
import { fairQueue } from '../http/load/fair-queue.ts';
import { Counts } from '../http/rate-limits/counts.ts';

export interface QueueLimits {
  /** Maximum number of searches that run. */
  running: number;
  /** Maximum number of searches that wait, and of searches of one client that run or wait. */
  queue: number;
  queueOfClient: number;
  /** Milliseconds after which a waiting search fails. */
  wait: number;
}

/** Runs `work` when it is its turn. Throws `unavailable` if the queue is full, in total or for this client, or if the turn does not come in time or before `signal` aborts. */
export type SearchQueue = <T>(client: string, signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** Creates a queue that runs few searches at a time and serves clients round-robin. */
export function searchQueue({ running: maxRunning, queue, queueOfClient, wait }: QueueLimits): SearchQueue {
  const waiting = fairQueue<() => void>();
  const clients = new Counts();
  let running = 0;

  async function turn(client: string, signal: AbortSignal | undefined): Promise<void> {
    const origin = { network: client, address: client };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.remove(origin, resolve);
      reject(new Failure('unavailable'));
    };
    waiting.add(origin, resolve);
    const timer = setTimeout(leave, wait);
    signal?.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  return async (client, signal, work) => {
    if (signal?.aborted || clients.of(client) >= queueOfClient || (running >= maxRunning && waiting.size() >= queue))
      throw new Failure('unavailable');
    clients.add(client);
    try {
      if (running >= maxRunning) await turn(client, signal);
      else running++;
      try {
        return await work();
      } finally {
        const next = waiting.take();
        if (next) next();
        else running--;
      }
    } finally {
      clients.remove(client);
    }
  };
}
