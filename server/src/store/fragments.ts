import type { Reader } from '../db/db.ts';

/**
 * JSON of things that many read and few change, kept by id and version. The version is a column that grows, in the same transaction, with everything that
 * changes the JSON; it is asked of the database at every request, so what another process writes is seen at once.
 *
 * Read the version first and the content after it: what changes in between is then kept under a version that nobody asks for again. And never keep what
 * was read inside a transaction: it may be undone, and its version given to something else.
 */
export interface Fragments {
  get(id: string, version: number): Buffer | undefined;
  set(id: string, version: number, json: Buffer): void;
  /** Bytes that are held, with what an entry costs beside its JSON. */
  readonly bytes: number;
}

interface Entry {
  version: number;
  json: Buffer;
}

/** What an entry takes in memory: its JSON, and beside it key, buffer object and place in the map. */
const sizeOf = ({ json }: Entry) => json.length + 300;

/**
 * Holds at most `most` bytes, and lets go of what has not been asked for the longest. Two generations: what is asked for moves to the young one, and when that
 * is half of all, it becomes the old one and the old one is dropped. So a hit on something popular costs one look-up and moves nothing.
 */
export function fragments(most: number): Fragments {
  let [young, old] = [new Map<string, Entry>(), new Map<string, Entry>()];
  let [youngBytes, oldBytes] = [0, 0];

  function keep(id: string, entry: Entry): void {
    const size = sizeOf(entry);
    if (size > most / 4) return; // one alone must not turn all the others out
    const replaced = young.get(id);
    if (replaced) youngBytes -= sizeOf(replaced);
    young.delete(id);
    if (youngBytes + size > most / 2) {
      [old, oldBytes] = [young, youngBytes];
      [young, youngBytes] = [new Map(), 0];
    }
    young.set(id, entry);
    youngBytes += size;
  }

  return {
    get(id, version) {
      let entry = young.get(id);
      if (!entry) {
        entry = old.get(id);
        if (entry?.version === version) keep(id, entry);
      }
      return entry?.version === version ? entry.json : undefined;
    },
    set: (id, version, json) => keep(id, { version, json }),
    get bytes() {
      return youngBytes + oldBytes;
    },
  };
}

/** One of something for each database. */
export function forEachDb<T>(make: () => T): (db: Reader) => T {
  const made = new WeakMap<Reader, T>();
  return (db) => {
    let one = made.get(db);
    if (!one) made.set(db, (one = make()));
    return one;
  };
}
