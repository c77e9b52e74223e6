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

/** A network with those within it, or an address with its bodies. */
interface Network {
  readonly within: Map<string, Network>;
  /** The oldest first. */
  readonly bodies: Set<WaitingBody>;
  /** Number and bytes of the bodies, of a network with all those within. */
  count: number;
  bytes: number;
}

const newNetwork = (): Network => ({ within: new Map(), bodies: new Set(), count: 0, bytes: 0 });

/**
 * The bodies that have not arrived, with a limit on their number and bytes. Above it, ends the wait of the oldest body of the network that exceeds its share most,
 * so that a network with few bodies is never affected. Also ends the wait of bodies that arrive too slowly.
 */
export class WaitingBodies {
  readonly #all = newNetwork();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(networks: readonly string[]): WaitingBody {
    const body: WaitingBody = { networks, since: performance.now(), bytes: 0, onFailure: () => {} };
    this.#all.bodies.add(body);
    this.#path(body.networks).at(-1)?.bodies.add(body);
    this.#count(body, 1, 0);
    this.#evict();
    return body;
  }

  /** Counts bytes that have arrived. */
  receive(body: WaitingBody, bytes: number): void {
    if (!this.#all.bodies.has(body)) return;
    body.bytes += bytes;
    this.#count(body, 0, bytes);
    this.#evict();
  }

  /** Removes a body that is complete, failed, or no longer read. */
  remove(body: WaitingBody): void {
    if (!this.#all.bodies.delete(body)) return;
    this.#path(body.networks).at(-1)?.bodies.delete(body);
    this.#count(body, -1, -body.bytes);
  }

  /** Fails the bodies that are slower than the minimum rate. */
  failSlow(now = performance.now()): void {
    const { bodyGrace, bodyRate } = this.#limits;
    for (const body of this.#all.bodies)
      if (now - body.since > bodyGrace + (body.bytes / bodyRate) * 1000) this.#fail(body, new Failure('requestTimeout'));
  }

  #evict(): void {
    const { waitingBodies, waitingBytes } = this.#limits;
    while (this.#all.count > waitingBodies) this.#fail(this.#oldestOfHeaviest('count'), new Failure('unavailable'));
    while (this.#all.bytes > waitingBytes) this.#fail(this.#oldestOfHeaviest('bytes'), new Failure('unavailable'));
  }

  #fail(body: WaitingBody, failure: Failure): void {
    this.remove(body);
    body.failure = failure;
    body.onFailure(failure);
  }

  /** Returns the oldest body, with bytes if these count, of the heaviest address in the heaviest network. */
  #oldestOfHeaviest(weight: 'count' | 'bytes'): WaitingBody {
    let heaviest = this.#all;
    while (heaviest.within.size > 0)
      heaviest = heaviest.within.values().reduce((most, next) => (next[weight] > most[weight] ? next : most));
    return heaviest.bodies.values().find(({ bytes }) => weight === 'count' || bytes > 0) as WaitingBody;
  }

  #count({ networks }: WaitingBody, number: number, bytes: number): void {
    const path = this.#path(networks);
    for (const [level, network] of path.entries()) {
      network.count += number;
      network.bytes += bytes;
      if (level > 0 && network.count === 0) path[level - 1]?.within.delete(networks[level - 1] as string);
    }
  }

  /** Returns all, the networks, and the address at last. */
  #path(networks: readonly string[]): Network[] {
    const path = [this.#all];
    for (const [level, name] of networks.entries()) {
      const { within } = path[level] as Network;
      const network = within.get(name) ?? newNetwork();
      within.set(name, network);
      path.push(network);
    }
    return path;
  }
}
