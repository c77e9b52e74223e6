import { limits } from '@dev-connector/contract';
import { byteLru } from './byte-lru.ts';
import type { State } from './fragments.ts';
import { type Json, joinJson, type Tagged, tagged } from './json.ts';
import { byteBudget } from './keyset.ts';

/** A cached page of a list. */
interface CachedPage<Item> extends Tagged<Item[]> {
  /** The items that it was made for. */
  asked: State[];
  /** Those of them that it holds. */
  states: State[];
  /** Where each item's JSON ends. */
  ends: number[];
  /** The items after these did not fit. */
  cut: boolean;
}

/** Bytes that a state takes: its id, its object, its place in the lists. */
const stateSize = 120;

/** Items that are read at once: memory stays bounded however large they are. */
const batch = 10;

/**
 * Caches whole pages of a list by the items on them: a page of exactly these items in exactly these states, in this order, has been joined before.
 * Holds at most `most` bytes. A page ends before the item that would exceed `limits.listBytes`.
 */
export function listCache<Item>(most: number) {
  const kept = byteLru<CachedPage<Item>>(most);
  // A page that begins elsewhere is another, and so is one of another length; of the same page only its last state is kept.
  const keyOf = (states: State[]) => `${states[0]?.id}${states.length}`;

  /** The page. `find` gets a few items at a time and returns their JSON, undefined for an item that was deleted meanwhile. */
  return async (asked: State[], find: (states: State[]) => Promise<Array<Json<Item> | undefined>>): Promise<CachedPage<Item>> => {
    const key = keyOf(asked);
    const last = kept.get(key);
    if (last && areSame(last.asked, asked)) return last;
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
  };
}

/** After the opening bracket, and with a comma between each two. */
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
