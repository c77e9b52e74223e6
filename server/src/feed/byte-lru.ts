/** A map that holds a bounded number of bytes. */
export interface Bounded<Value> {
  get(key: string): Value | undefined;
  /** Keeps the value, which takes so many bytes, in place of the one before. */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes that count against the bound, with what an entry costs by itself; what was in the old generation and moved counts in both. */
  readonly bytes: number;
}

interface Entry<Value> {
  value: Value;
  size: number;
}

/** Bytes that an entry takes beside its value's: key, objects, place in the map. */
const ownSize = 300;

/**
 * Holds at most `most` bytes, and lets go of what has not been asked for in a while. Two byteLru: what is asked for moves to the young one, and when that
 * is half of all, it becomes the old one and the old one is dropped. So a hit on something popular costs one look-up and moves nothing.
 */
export function byteLru<Value>(most: number): Bounded<Value> {
  let [young, old] = [new Map<string, Entry<Value>>(), new Map<string, Entry<Value>>()];
  let [youngBytes, oldBytes] = [0, 0];

  function keep(key: string, entry: Entry<Value>): void {
    if (entry.size > most / 4) return; // one alone must not turn all the others out
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
