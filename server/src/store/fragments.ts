import type { Reader } from '../db/db.ts';
import { generations } from './generations.ts';

/** A state of something that many read and few change. */
export interface State {
  id: string;
  version: number;
}

/**
 * JSON of such things, kept by id and version. The version is a column that grows, in the same transaction, with everything that
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

/** Holds at most `most` bytes. */
export function fragments(most: number): Fragments {
  const kept = generations<{ version: number; json: Buffer }>(most);
  return {
    get(id, version) {
      const entry = kept.get(id);
      return entry?.version === version ? entry.json : undefined;
    },
    set: (id, version, json) => kept.set(id, { version, json }, json.length),
    get bytes() {
      return kept.bytes;
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
