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

/** A kind of items: its cache, and how to read them in a fixed number of statements. */
export interface Kind {
  cache: FragmentCache;
  /** Reads the bytes of each item's texts, approximately. */
  sizes(ids: string[]): Promise<Array<{ id: string; size: number }>>;
  /** Reads items by id, whose texts have about `bytes`. Deleted ones are missing. */
  read(ids: string[], bytes: number): Promise<Map<string, object>>;
}

/** Items whose sizes are read first. Large ones fill the page, so that the sizes of the others are not needed. */
const firstStep = limits.pageDefault;
/** Bytes of text read at a time. Escapes make their JSON up to six times as long. */
const maxStepBytes = limits.listBytes / 4;

/**
 * Turns ids into JSON, from the cache or the database. The ids may be any set in any order. Items deleted in the meantime are left out, and a page that would
 * exceed `limits.listBytes` is cut.
 */
export async function hydrate(kind: Kind, { items: states, next }: Page<State>): Promise<Page<PageItem>> {
  const fragments = states.map(({ id, version }) => {
    const cached = kind.cache.get(id);
    return cached?.version === version ? cached : undefined;
  });
  const length = fragments.includes(undefined) ? await readMissing(kind, states, fragments) : states.length;
  const items: PageItem[] = [];
  for (let index = 0; index < length; index++) {
    const [{ key, id, cursorId }, fragment] = [states[index] as State, fragments[index]];
    if (fragment) items.push({ key, id, cursorId, json: fragment.json, tag: fragment.tag });
  }
  return { items, next: length < states.length ? cursorAfter(states[length - 1]) : next };
}

/**
 * Reads the missing fragments into the cache and the list, in one or two steps unless the items are large. Stops once the page is full. Returns the number of
 * items of the page.
 */
async function readMissing(kind: Kind, states: State[], fragments: Array<Fragment | undefined>): Promise<number> {
  const sizes = new Map<string, number>();
  let [measured, length, bytes] = [0, 0, 0];
  for (;;) {
    if (length === measured) {
      measured = measured === 0 ? Math.min(firstStep, states.length) : states.length;
      const missing = states.slice(length, measured).filter((_, index) => !fragments[length + index]);
      for (const { id, size } of missing) if (size !== undefined) sizes.set(id, size);
      const unmeasured = missing.flatMap(({ id, size }) => (size === undefined ? [id] : []));
      if (unmeasured.length > 0) for (const { id, size } of await kind.sizes(unmeasured)) sizes.set(id, size);
    }
    const fits = byteBudget(maxStepBytes);
    const start = length;
    while (length < measured && fits(sizes.get(states[length]?.id ?? '') ?? 0)) length++;
    await readStep(kind, states, fragments, sizes, start, length);
    for (const fragment of fragments.slice(start, length)) bytes += fragment?.json.length ?? 0;
    if (length === states.length || bytes > limits.listBytes) return length;
    await setImmediate(); // lets other requests run
  }
}

async function readStep(
  kind: Kind,
  states: State[],
  fragments: Array<Fragment | undefined>,
  sizes: Map<string, number>,
  start: number,
  end: number,
): Promise<void> {
  const missing = states.slice(start, end).filter((_, index) => !fragments[start + index]);
  if (missing.length === 0) return;
  const bytes = missing.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0);
  const read = await kind.read(
    missing.map(({ id }) => id),
    bytes,
  );
  for (let index = start; index < end; index++) {
    const { id, version } = states[index] as State;
    const content = fragments[index] ? undefined : read.get(id);
    if (!content) continue;
    const fragment = { version, ...toOpenJson(content) };
    kind.cache.set(id, fragment);
    fragments[index] = fragment;
  }
}
