import { Failure } from '../../errors.ts';
import type { Bounds } from './bounds.ts';

type Limits = Pick<Bounds, 'waitingBodies' | 'waitingBytes' | 'bodyGrace' | 'bodyRate'>;

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
  readonly #bodies = new Set<WaitingBody>();
  readonly #limits: Limits;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(networks: readonly string[]): WaitingBody {
    const body: WaitingBody = { networks, since: performance.now(), bytes: 0, onFailure: () => {} };
    this.#bodies.add(body);
    this.#evict();
    return body;
  }

  /** Counts bytes that have arrived. */
  receive(body: WaitingBody, bytes: number): void {
    if (!this.#bodies.has(body)) return;
    body.bytes += bytes;
    this.#bytes += bytes;
    this.#evict();
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

  #evict(): void {
    while (this.#bodies.size > this.#limits.waitingBodies)
      this.#fail(
        this.#heaviest(() => 1),
        new Failure('unavailable'),
      );
    while (this.#bytes > this.#limits.waitingBytes)
      this.#fail(
        this.#heaviest(({ bytes }) => bytes),
        new Failure('unavailable'),
      );
  }

  #fail(body: WaitingBody, failure: Failure): void {
    this.remove(body);
    body.failure = failure;
    body.onFailure(failure);
  }

  /** Returns the oldest body of the heaviest address in the heaviest network. */
  #heaviest(weightOf: (body: WaitingBody) => number): WaitingBody {
    let bodies = [...this.#bodies];
    for (let level = 0; level < (bodies[0]?.networks.length ?? 0); level++) {
      const weights = new Map<string | undefined, number>();
      for (const body of bodies) {
        const network = body.networks[level];
        weights.set(network, (weights.get(network) ?? 0) + weightOf(body));
      }
      const most = Math.max(...weights.values());
      const [heaviest] = [...weights].find(([, weight]) => weight === most) ?? [];
      bodies = bodies.filter(({ networks }) => networks[level] === heaviest);
    }
    return bodies.find((body) => weightOf(body) > 0) as WaitingBody;
  }
}
