import { generations } from '../generations.ts';
import { type Json, joinJson, type Tagged, tagged } from '../json.ts';
import type { State } from './fragments.ts';

/** A page of a list, and what it was made of. */
interface KeptPage<Item> extends Tagged<Item[]> {
  states: State[];
  /** Where each thing's JSON ends. */
  ends: number[];
}

/** Bytes that a state takes: its id, its object, its place in the list. */
const stateSize = 120;

/**
 * Whole pages of a list, kept by what stands on them: a page that holds exactly these things in exactly these states, in this order, has been joined before.
 * Holds at most `most` bytes.
 */
export function keptPages<Item>(most: number) {
  const kept = generations<KeptPage<Item>>(most);
  // A page that begins elsewhere is another, and so is one of another length; of the same page only its last state is kept.
  const keyOf = (states: State[]) => `${states[0]?.id}${states.length}`;

  /** The page; its items' JSON comes from `find`, undefined where one is gone meanwhile. */
  return async (states: State[], find: (states: State[]) => Promise<Array<Json<Item> | undefined>>): Promise<KeptPage<Item>> => {
    const key = keyOf(states);
    const last = kept.get(key);
    if (last && areSame(last.states, states)) return last;
    const found = await find(states);
    const there = states.filter((_, index) => found[index]);
    const items = found.filter((item) => item !== undefined);
    const page = { states: there, ends: endsOf(items), ...tagged(joinJson<Item>(items)) };
    if (there.length === states.length) kept.set(key, page, page.json.length + states.length * stateSize);
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
