import { byteLru } from './byte-lru.ts';
import { type Json, type Tagged, tagged } from './json.ts';

/** The id and the current version of a row whose JSON is cached. */
export interface State {
  id: string;
  version: number | string;
}

/**
 * Caches JSON by id and version. Every transaction that changes the JSON also changes the version column. Each request reads the version from the
 * database, so changes by other processes take effect immediately.
 *
 * Read the version before the content: a change in between is then cached under an outdated version that no later request uses. Never cache content read
 * inside a transaction: after a rollback, its version may be assigned to other content.
 */
export interface Fragments<T> {
  get(id: string, version: State['version']): Tagged<T> | undefined;
  set(id: string, version: State['version'], json: Json<T>): Tagged<T>;
  /** Bytes in use, including the overhead per entry. */
  readonly bytes: number;
}

/** Creates a cache of at most `most` bytes. */
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
