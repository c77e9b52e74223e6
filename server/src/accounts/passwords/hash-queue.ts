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

/** Runs `work` once a slot is free. */
export type HashQueue = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue that serves known callers first, then strangers, each round-robin by network. If it is full, the newest entry of the network with the most
 * entries fails with `unavailable`; strangers are evicted before known callers.
 */
export function hashQueue(): HashQueue {
  const [known, strangers] = [fairQueue<Waiting>(), fairQueue<Waiting>()];
  let [running, served] = [0, 0];

  function wait(caller: Caller): Promise<void> {
    return new Promise((start, refuse) => {
      (caller.known ? known : strangers).add(caller, { start, refuse });
      if (known.size() + strangers.size() <= maxWaiting) return;
      (strangers.evict() ?? known.evict())?.refuse(new Failure('unavailable'));
    });
  }

  function startNext(): void {
    const [first, second] = ++served % strangersShare === 0 ? [strangers, known] : [known, strangers];
    const next = first.take() ?? second.take();
    if (next) next.start();
    else running--;
  }

  return async (caller, work) => {
    if (running < concurrency) running++;
    else await wait(caller);
    return work().finally(startNext);
  };
}
