import { limits } from '@dev-connector/contract';
import { byteLru } from './byte-lru.ts';
import type { State } from './fragments.ts';
import { type Json, joinJson, type Tagged, tagged } from './json.ts';
import { byteBudget } from './keyset.ts';

/** A cached page of a list. */
interface CachedPage<Item> extends Tagged<Item[]> {
  /** The requested items. */
  asked: State[];
  /** The requested items that the page contains. */
  states: State[];
  /** The end offset of each item's JSON. */
  ends: number[];
  /** Whether items were left out because they did not fit. */
  cut: boolean;
}

/** Returns the JSON of a batch of items, undefined for an item that has been deleted since. */
type Find<Item> = (states: State[]) => Promise<Array<Json<Item> | undefined>>;

/** Memory per state in bytes: id, object and list slots. */
const stateSize = 120;

/** Items per read, which bounds memory if items are large. */
const batch = 10;

/**
 * Creates a cache of whole pages, at most `most` bytes in total. A cached page is valid only for the same items in the same versions and order.
 * A page ends before the item that would exceed `limits.listBytes`.
 */
export function listCache<Item>(most: number) {
  const kept = byteLru<CachedPage<Item>>(most);
  // The first id and the length identify a page, so a changed page replaces its previous version.
  const keyOf = (states: State[]) => `${states[0]?.id}${states.length}`;

  const loading = new Map<string, { asked: State[]; page: Promise<CachedPage<Item>> }>();

  /** Returns the page. Concurrent calls for the same items share one read. */
  return async (asked: State[], find: Find<Item>): Promise<CachedPage<Item>> => {
    const key = keyOf(asked);
    const last = kept.get(key);
    if (last && areSame(last.asked, asked)) return last;
    const other = loading.get(key);
    if (other && areSame(other.asked, asked)) return other.page;
    const own = { asked, page: load(key, asked, find) };
    loading.set(key, own);
    try {
      return await own.page;
    } finally {
      if (loading.get(key) === own) loading.delete(key);
    }
  };

  async function load(key: string, asked: State[], find: Find<Item>): Promise<CachedPage<Item>> {
    const [states, items]: [State[], Array<Json<Item>>] = [[], []];
    const fits = byteBudget(limits.listBytes);
    let [cut, deleted] = [false, false];
    for (let start = 0; start < asked.length && !cut; start += batch) {
      const part = asked.slice(start, start + batch);
      const found = await find(part);
      for (const [index, state] of part.entries()) {
        const json = found[index];
        deleted ||= !json;
        if (!json) continue;
        cut = !fits(json.length + 1);
        if (cut) break;
        states.push(state);
        items.push(json);
      }
    }
    const page = { asked, states, cut, ends: endsOf(items), ...tagged(joinJson<Item>(items)) };
    if (!deleted) kept.set(key, page, page.json.length + asked.length * stateSize);
    return page;
  }
}

/** Returns the end offset of each item in the joined array: one bracket or comma precedes each item. */
function endsOf(items: Buffer[]): number[] {
  let end = 0;
  return items.map(({ length }) => (end += 1 + length));
}

function areSame(one: State[], other: State[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [one[index] as State, other[index] as State];
    if (a.version !== b.version || a.id !== b.id) return false;
  }
  return true;
}
