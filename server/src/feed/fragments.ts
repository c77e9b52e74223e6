import type { Reader } from '../db/db.ts';
import { byteLru } from './byte-lru.ts';
import { type Json, type Tagged, tagged } from './json.ts';

/** A state of something that many read and few change. */
export interface State {
  id: string;
  version: number | string;
}

/**
 * JSON of such things, kept by id and version. The version is a column that grows, in the same transaction, with everything that
 * changes the JSON; it is asked of the database at every request, so what another process writes is seen at once.
 *
 * Read the version first and the content after it: what changes in between is then kept under a version that nobody asks for again. And never keep what
 * was read inside a transaction: it may be undone, and its version given to something else.
 */
export interface Fragments<T> {
  get(id: string, version: State['version']): Tagged<T> | undefined;
  set(id: string, version: State['version'], json: Json<T>): Tagged<T>;
  /** Bytes that are held, with what an entry costs beside its JSON. */
  readonly bytes: number;
}

/** Holds at most `most` bytes. */
export function fragments<T>(most: number): Fragments<T> {
  const kept = byteLru<{ version: State['version']; made: Tagged<T> }>(most);
  return {
    get(id, version) {
      const entry = kept.get(id);
      return entry?.version === version ? entry.made : undefined;
    },
    set(id, version, json) {
      const made = tagged(json);
      kept.set(id, { version, made }, json.length);
      return made;
    },
    get bytes() {
      return kept.bytes;
    },
  };
}

/** One of something for each database. */
export function perDatabase<T>(make: () => T): (db: Reader) => T {
  const made = new WeakMap<Reader, T>();
  return (db) => {
    let one = made.get(db);
    if (!one) made.set(db, (one = make()));
    return one;
  };
}
