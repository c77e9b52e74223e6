import { Failure } from '../../errors.ts';
import type { LoadLimits } from './load-limits.ts';

type Limits = Pick<LoadLimits, 'waitingBodies' | 'waitingBytes' | 'bodyGrace' | 'bodyRate'>;

/** A request body that has not arrived completely. */
export interface WaitingBody {
  /** The networks of its client, the widest first. */
  readonly networks: readonly string[];
  /** When its headers arrived, in milliseconds of `performance.now()`. */
  readonly since: number;
  /** Bytes that have arrived. */
  bytes: number;
  /** Why the wait has ended. */
  failure?: Failure;
  /** Called when the wait ends with a failure. */
  onFailure: (failure: Failure) => void;
}

/**
 * The bodies that have not arrived, with a limit on their number and bytes. Above it, ends the wait of the oldest body of the network that exceeds its share most,
 * so that a network with few bodies is never affected. Also ends the wait of bodies that arrive too slowly.
 */
export class WaitingBodies {
  /** The oldest first. */
  readonly #bodies = new Set<WaitingBody>();
  /** Total of `WaitingBody.bytes`. */
  #bytes = 0;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(networks: readonly string[]): WaitingBody {
    const body: WaitingBody = { networks, since: performance.now(), bytes: 0, onFailure: () => {} };
    this.#bodies.add(body);
    if (this.#bodies.size > this.#limits.waitingBodies) this.#evict(() => 1);
    return body;
  }

  /** Counts bytes that have arrived. */
  receive(body: WaitingBody, bytes: number): void {
    if (!this.#bodies.has(body)) return;
    body.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#limits.waitingBytes) this.#evict((body) => body.bytes);
  }

  /** Removes a body that is complete, failed, or no longer read. */
  remove(body: WaitingBody): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.bytes;
  }

  /** Fails the bodies that are slower than the minimum rate. */
  failSlow(now = performance.now()): void {
    const { bodyGrace, bodyRate } = this.#limits;
    for (const body of this.#bodies)
      if (now - body.since > bodyGrace + (body.bytes / bodyRate) * 1000) this.#fail(body, new Failure('requestTimeout'));
  }

  #fail(body: WaitingBody, failure: Failure): void {
    this.remove(body);
    body.failure = failure;
    body.onFailure(failure);
  }

  /** Fails the oldest body that weighs anything, of the heaviest address in the heaviest network. */
  #evict(weight: (body: WaitingBody) => number): void {
    let bodies = [...this.#bodies].filter((body) => weight(body) > 0);
    const levels = Math.max(...bodies.map(({ networks }) => networks.length));
    for (let level = 0; level < levels; level++) {
      const groups = Map.groupBy(bodies, ({ networks }) => networks[level]).values();
      const weighed = groups.map((group) => ({ group, total: group.reduce((sum, body) => sum + weight(body), 0) }));
      bodies = weighed.reduce((heaviest, next) => (next.total > heaviest.total ? next : heaviest)).group;
    }
    this.#fail(bodies[0] as WaitingBody, new Failure('unavailable'));
  }
}
