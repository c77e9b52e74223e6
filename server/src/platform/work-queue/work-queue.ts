import { Failure } from '../errors.ts';
import { networksAround } from '../http/rate-limits/address.ts';
import { FairQueue } from './fair-queue.ts';

/** On whose behalf the site works: the network that rate limits count (`networkOf`), and the member's id. */
export interface Client {
  network: string;
  id?: string | undefined;
}

/** Work on no member's behalf, such as that of jobs. */
export const theSite: Client = { network: 'site' };

export interface Work {
  client: Client;
  /** Estimated processor time in milliseconds. */
  cost: number;
  /** Groups of clients have equal shares of the queue. */
  group?: string;
  /** Ends the wait when it aborts. */
  signal?: AbortSignal | undefined;
}

export interface QueueLimits {
  /** For each piece of work that runs at a time, the maximum cost of one. */
  slots: readonly number[];
  /** Maximum number that waits. */
  waiting: number;
  /** Milliseconds until the client receives an error. Less than the idle timeout of connections. */
  wait: number;
}

/** Returns the names of a client in a fair queue, with the networks around it. */
const pathOf = ({ client: { network, id = '' }, group }: Work): string[] => [...(group ? [group] : []), ...networksAround(network), id];

/** Limits the work of one kind that runs and waits at a time. Networks and their members take turns; one that has cost little goes first. */
export class WorkQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new FairQueue<{ start(slot: number): void; refuse(): void }>();
  /** The free slots, the smallest first. */
  readonly #free: number[];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#free = limits.slots.toSorted((one, other) => one - other);
  }

  /** Number that waits. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `run` when it is its turn. Throws `unavailable` if too much waits and this client causes most of it, if the result is not there in time, or when the signal
   * aborts. Work that has started continues.
   */
  run<T>(work: Work, run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const [path, cost] = [pathOf(work), Math.ceil(work.cost)];
    const refuse = () => {
      this.#waiting.remove(entry);
      reject(new Failure('unavailable'));
    };
    const start = async (slot: number) => {
      const began = performance.now();
      await Promise.try(run).then(resolve, reject);
      this.#waiting.charge(path, Math.max(0, performance.now() - began - cost));
      this.#free.push(slot);
      this.#startNext();
    };
    const entry = { path, cost, item: { start, refuse } };
    const timer = setTimeout(refuse, this.#limits.wait);
    work.signal?.addEventListener('abort', refuse);
    if (work.signal?.aborted) refuse();
    else this.#waiting.add(entry);
    this.#startNext();
    if (this.#waiting.size > this.#limits.waiting) this.#waiting.refuse()?.item.refuse();
    return promise.finally(() => {
      clearTimeout(timer);
      work.signal?.removeEventListener('abort', refuse);
    });
  }

  #startNext(): void {
    this.#free.sort((one, other) => one - other);
    for (const slot of [...this.#free]) {
      const entry = this.#waiting.take(slot);
      if (!entry) continue;
      this.#free.splice(this.#free.indexOf(slot), 1);
      entry.item.start(slot);
    }
  }
}
