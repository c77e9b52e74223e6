import { Failure } from '../../errors.ts';
import { fairQueue, type Origin } from '../../http/load/fair-queue.ts';

/** The client that requests a password hash. `known` is true for a member, and for an address or device that has signed in to the account before. */
export interface Caller extends Origin {
  known: boolean;
}

/** Maximum number of concurrent hashes in this process. More would only use memory, because they share the same cores. */
const concurrency = 2;
/** Maximum length of both queues together. With two concurrent hashes of 30 ms each, the last one waits for three seconds. */
const maxWaiting = 200;
/** While both queues have entries, every fourth hash is a stranger's, so that known callers cannot starve new ones. */
const strangersShare = 4;

interface Waiting {
  start: () => void;
  refuse: (error: Failure) => void;
}

const known = fairQueue<Waiting>();
const strangers = fairQueue<Waiting>();
let running = 0;
let served = 0;

/**
 * Runs `work` once a slot is free: known callers first, then strangers, each round-robin by network. If the queue is full, the newest entry of
 * the network with the most entries fails with `unavailable`; strangers are evicted before known callers.
 */
export async function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  if (running < concurrency) running++;
  else await wait(caller);
  try {
    return await work();
  } finally {
    const next = nextWaiting();
    if (next) next.start();
    else running--;
  }
}

function wait(caller: Caller): Promise<void> {
  return new Promise((start, refuse) => {
    (caller.known ? known : strangers).add(caller, { start, refuse });
    if (known.size() + strangers.size() <= maxWaiting) return;
    (strangers.evict() ?? known.evict())?.refuse(new Failure('unavailable'));
  });
}

function nextWaiting(): Waiting | undefined {
  const order = ++served % strangersShare === 0 ? [strangers, known] : [known, strangers];
  for (const queue of order) {
    const next = queue.take();
    if (next) return next;
  }
  return undefined;
}
