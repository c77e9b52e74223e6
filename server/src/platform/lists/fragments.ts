import { setImmediate } from 'node:timers/promises';
import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type OpenJson, toOpenJson } from './json.ts';
import { byteBudget, cursorAfter, type Page, type Position } from './keyset.ts';
import type { PageItem } from './pages.ts';

/** An item of a list, and the current version of its JSON. */
export interface State extends Position {
  version: number | string;
  /** Bytes of its texts, approximately. undefined: `hydrate` reads them. */
  size?: number;
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

/** Loads items of one type in a fixed number of statements, through a cache. */
export interface ItemLoader {
  cache: FragmentCache;
  /** Reads the bytes of each item's texts, approximately. */
  sizes(ids: string[]): Promise<Array<{ id: string; size: number }>>;
  /** Reads items by id, whose texts have about `bytes`. Deleted ones are missing. */
  read(ids: string[], bytes: number): Promise<Map<string, object>>;
}

/** Bytes of text read at a time. Escapes make their JSON up to six times as long. */
const maxStepBytes = limits.listBytes / 4;

interface Entry {
  state: State;
  /** Undefined until it has been read, and if the item was deleted. */
  fragment: Fragment | undefined;
}

/**
 * Turns ids into JSON, from the cache or the database. The ids may be any set in any order. Items deleted in the meantime are left out, and a page that would
 * exceed `limits.listBytes` is cut.
 */
export async function hydrate(loader: ItemLoader, { items: states, next }: Page<State>): Promise<Page<PageItem>> {
  const entries: Entry[] = states.map((state) => {
    const cached = loader.cache.get(state.id);
    return { state, fragment: cached?.version === state.version ? cached : undefined };
  });
  const length = entries.every(({ fragment }) => fragment) ? entries.length : await readMissing(loader, entries);
  const items: PageItem[] = [];
  for (const { state, fragment } of entries.slice(0, length)) {
    const { key, id, cursorId } = state;
    if (fragment) items.push({ key, id, cursorId, json: fragment.json, tag: fragment.tag });
  }
  return { items, next: length < states.length ? cursorAfter(states[length - 1]) : next };
}

/**
 * Reads the missing fragments into the cache and the entries, in one step unless the items are large. Stops once the page is full. Returns the number of items
 * of the page.
 */
async function readMissing(loader: ItemLoader, entries: Entry[]): Promise<number> {
  const unmeasured = entries.filter(({ fragment, state }) => !fragment && state.size === undefined).map(({ state }) => state.id);
  const measured = unmeasured.length > 0 ? await loader.sizes(unmeasured) : [];
  const sizes = new Map(measured.map(({ id, size }) => [id, size]));
  const sizeOf = ({ fragment, state }: Entry) => (fragment ? 0 : (state.size ?? sizes.get(state.id) ?? 0));
  let [length, bytes] = [0, 0];
  for (;;) {
    const fits = byteBudget(maxStepBytes);
    const rest = entries.slice(length);
    const end = rest.findIndex((entry) => !fits(sizeOf(entry)));
    const step = end < 0 ? rest : rest.slice(0, end);
    const missing = step.filter(({ fragment }) => !fragment);
    if (missing.length > 0) {
      const read = await loader.read(
        missing.map(({ state }) => state.id),
        missing.reduce((sum, entry) => sum + sizeOf(entry), 0),
      );
      for (const entry of missing) {
        const { id, version } = entry.state;
        const content = read.get(id);
        if (!content) continue;
        entry.fragment = { version, ...toOpenJson(content) };
        loader.cache.set(id, entry.fragment);
      }
    }
    for (const { fragment } of step) bytes += fragment?.json.length ?? 0;
    length += step.length;
    if (length === entries.length || bytes > limits.listBytes) return length;
    await setImmediate(); // lets other requests run
  }
}
