/** The network and address that sent an entry. */
export interface Origin {
  network: string;
  address: string;
}

/** The items of a network by address. */
type Addresses<T> = Map<string, T[]>;

/** A queue that serves networks round-robin, and the addresses within a network round-robin. */
export interface FairQueue<T> {
  size(): number;
  add(origin: Origin, item: T): void;
  /** Removes and returns the next item. */
  take(): T | undefined;
  /** Removes an item that waits no longer. */
  remove(origin: Origin, item: T): void;
  /** Removes and returns the newest item from the network with the most entries; of equals, from the one that would be served last. */
  evict(): T | undefined;
}

export function fairQueue<T>(): FairQueue<T> {
  // A Map iterates in insertion order: the first network is the next to be served. The one that was served last moves to the end first.
  const networks = new Map<string, Addresses<T>>();
  let lastServed: string | undefined;
  let size = 0;

  function moveToEnd(network: string): void {
    const addresses = networks.get(network);
    networks.delete(network);
    if (addresses) networks.set(network, addresses);
  }

  function remove(network: string, address: string, pick: (items: T[]) => T | undefined): T | undefined {
    const addresses = networks.get(network);
    const items = addresses?.get(address);
    const item = items && pick(items);
    if (item === undefined) return undefined;
    size--;
    if (items?.length === 0) addresses?.delete(address);
    if (addresses?.size === 0) networks.delete(network);
    return item;
  }

  return {
    size: () => size,

    add(origin, item) {
      const addresses: Addresses<T> = networks.get(origin.network) ?? new Map();
      const items = addresses.get(origin.address) ?? [];
      items.push(item);
      addresses.set(origin.address, items);
      networks.set(origin.network, addresses);
      size++;
    },

    take() {
      if (lastServed !== undefined) moveToEnd(lastServed);
      const [network, addresses] = networks.entries().next().value ?? [];
      lastServed = network;
      const [address, items] = addresses?.entries().next().value ?? [];
      if (network === undefined || !addresses || address === undefined || !items) return undefined;
      addresses.delete(address);
      addresses.set(address, items);
      return remove(network, address, (all) => all.shift());
    },

    remove({ network, address }, item) {
      remove(network, address, (all) => {
        const index = all.indexOf(item);
        return index < 0 ? undefined : all.splice(index, 1)[0];
      });
    },

    evict() {
      const heaviest = largest(networks, (addresses) => [...addresses.values()].reduce((sum, items) => sum + items.length, 0));
      const address = heaviest && largest(networks.get(heaviest) ?? new Map(), (items: T[]) => items.length);
      return heaviest === undefined || address === undefined ? undefined : remove(heaviest, address, (all) => all.pop());
    },
  };
}

/** Returns the key of the largest value; of equals, the last one. */
function largest<V>(map: Map<string, V>, sizeOf: (value: V) => number): string | undefined {
  let [found, largestSize] = [undefined as string | undefined, 0];
  for (const [key, value] of map) {
    const size = sizeOf(value);
    if (size >= largestSize) [found, largestSize] = [key, size];
  }
  return found;
}
