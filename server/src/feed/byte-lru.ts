/** A cache limited by total bytes. */
export interface Bounded<Value> {
  get(key: string): Value | undefined;
  /** Caches or replaces a value; `bytes` is its size. */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes in use, including the overhead per entry. An entry that a hit moved from the old map to the young one counts twice. */
  readonly bytes: number;
}

interface Entry<Value> {
  value: Value;
  size: number;
}

/** Overhead per entry in bytes: key, objects and map slot. */
const ownSize = 300;

/**
 * Creates a cache of at most `most` bytes that evicts entries not read recently. A hit in the old map moves the entry to the young one; when the young map
 * reaches half of the limit, it replaces the old one. A hit on a popular entry therefore costs one lookup and moves nothing.
 */
export function byteLru<Value>(most: number): Bounded<Value> {
  let [young, old] = [new Map<string, Entry<Value>>(), new Map<string, Entry<Value>>()];
  let [youngBytes, oldBytes] = [0, 0];

  function keep(key: string, entry: Entry<Value>): void {
    if (entry.size > most / 4) return; // a single large entry must not evict all others
    const replaced = young.get(key);
    if (replaced) youngBytes -= replaced.size;
    young.delete(key);
    if (youngBytes + entry.size > most / 2) {
      [old, oldBytes] = [young, youngBytes];
      [young, youngBytes] = [new Map(), 0];
    }
    young.set(key, entry);
    youngBytes += entry.size;
  }

  return {
    get(key) {
      let entry = young.get(key);
      if (!entry) {
        entry = old.get(key);
        if (entry) keep(key, entry);
      }
      return entry?.value;
    },
    set: (key, value, bytes) => keep(key, { value, size: bytes + ownSize }),
    get bytes() {
      return youngBytes + oldBytes;
    },
  };
}
