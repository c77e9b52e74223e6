import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type OpenJson, toOpenJson } from './json.ts';
import { byteBudget, cursorAfter, type Page, type Position } from './keyset.ts';
import type { PageItem } from './pages.ts';
import { sha256 } from './sha256.ts';

/** An item of a list, and the current version of its JSON. */
export interface State extends Position {
  version: number | string;
}

/** The serialized JSON of an item in one version, the same for every viewer. */
export interface Fragment {
  version: State['version'];
  json: OpenJson<unknown>;
  /** Hash of the JSON. */
  tag: string;
}

/**
 * Caches JSON by id and version. Every transaction that changes the JSON also changes the version column. Each request reads the version from the
 * database, so changes by other processes take effect immediately.
 *
 * Read the version before the content: a change in between is then cached under an outdated version that no later request uses. Never cache content read
 * inside a transaction: after a rollback, its version may be assigned to other content.
 */
export type FragmentCache = LRUCache<string, Fragment>;

/** Overhead per entry in bytes: key, objects and map slot. */
const overhead = 300;

/** Creates a cache of at most `maxBytes`. An entry larger than a quarter of it is not stored, because it would evict too many others. */
export const fragmentCache = (maxBytes: number): FragmentCache =>
  new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes / 4, sizeCalculation: ({ json }) => json.length + overhead });

/** A kind of items, and how they are read in a fixed number of statements. */
export interface Kind {
  /** Prefix of the kind's keys in its cache. */
  name: string;
  /** Reads the bytes of each item's texts, approximately. */
  sizes(ids: string[]): Promise<Array<{ id: string; size: number }>>;
  /** Reads items by id. Deleted ones are missing. */
  read(ids: string[]): Promise<Map<string, object>>;
}

/** Bytes of text read for one page. Larger than a page, because `sizes` are approximate. */
const maxReadBytes = 3 * limits.listBytes;

/**
 * Turns ids into JSON, from the cache or the database. The ids may be any set in any order. Items deleted in the meantime are left out, and a page that would
 * exceed `maxReadBytes` is cut.
 */
export async function hydrate(cache: FragmentCache, kind: Kind, { items: states, next }: Page<State>): Promise<Page<PageItem & { tag: string }>> {
  const fragments = new Map<string, Fragment>();
  for (const { id, version } of states) {
    const cached = cache.get(kind.name + id);
    if (cached?.version === version) fragments.set(id, cached);
  }
  let shown = states;
  if (fragments.size < states.length) {
    const isMissing = ({ id }: State) => !fragments.has(id);
    const sizes = new Map((await kind.sizes(idsOf(states.filter(isMissing)))).map(({ id, size }) => [id, size]));
    const fits = byteBudget(maxReadBytes);
    shown = states.filter(({ id }) => fits(fragments.get(id)?.json.length ?? sizes.get(id) ?? 0));
    const missing = shown.filter(isMissing);
    const read = await kind.read(idsOf(missing));
    for (const { id, version } of missing) {
      const content = read.get(id);
      if (!content) continue;
      const fragment = toFragment(content, version);
      cache.set(kind.name + id, fragment);
      fragments.set(id, fragment);
    }
  }
  const items = shown.flatMap(({ key, id }) => {
    const fragment = fragments.get(id);
    return fragment ? [{ key, id, json: fragment.json, tag: fragment.tag }] : [];
  });
  return { items, next: shown.length < states.length ? cursorAfter(shown.at(-1)) : next };
}

const idsOf = (states: State[]) => states.map(({ id }) => id);

function toFragment(content: object, version: State['version']): Fragment {
  const json = toOpenJson(content);
  return { version, json, tag: sha256(json) };
}
