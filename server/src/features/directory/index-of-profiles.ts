import type { DirectorySort, Facet, Facets } from '@dev-connector/contract';
import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import type { Position } from '../../platform/lists/keyset.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { Lists } from './lists.ts';
import { nameWords, placeParts } from './names.ts';
import { OrderedList } from './ordered-list.ts';

/** The indexed fields of a profile. */
export interface Entry {
  id: string;
  name: string;
  skills: string[];
  place: string;
  status: string;
  open: string[];
  /** Milliseconds since 1970; null if the member does not allow it. */
  activeAt: number | null;
}

export type Filters = Record<Facet, string[]> & { q: string };

/** Returns the name under which a skill is matched and counted. */
export type Canonical = (skill: string) => string;

type Field = Facet | 'word';

/** A value of a facet, or a word of names. `documents` are the numbers of the profiles that have it. */
interface Term {
  number: number;
  key: string;
  field: Field;
  /** Each spelling and its number of members. */
  spellings: Map<string, number>;
  documents: number[];
}

interface Document {
  id: string;
  nameKey: string;
  activeAt: number;
  terms: Term[];
  spellings: string[];
}

/** The facets of which any selected value matches. */
const widening = ['place', 'status', 'open'] as const;

/** Satisfied by the documents in any of the lists. `facet` is the one whose other values may widen the results. */
interface Condition {
  lists: number[][];
  facet?: (typeof widening)[number];
}

/** Code points of a name's sort key, so that a cursor with it stays short. */
const sortKeyLength = 32;

/** An inverted index of all profiles in memory, which counts the values of every facet without a query. */
export class ProfileIndex {
  readonly #canonical: Canonical;
  readonly #terms = mapOfEachField();
  readonly #bySpelling = mapOfEachField();
  readonly #numbers: number[] = [];
  #lastNumber = 0;
  readonly #documents: Array<Document | undefined> = [];
  /** The numbers of each document's facet values. Typed arrays, so that counting reads little memory in order. */
  readonly #values = new Lists();
  /** The same for each facet with which results can be widened. */
  readonly #valuesOfFacet = { place: new Lists(), status: new Lists(), open: new Lists() };
  /** The counts of recent filters, until a profile changes. */
  readonly #cached = new LRUCache<string, Facets>({ max: 500 });
  readonly #freed: number[] = [];
  readonly #byId = new Map<string, number>();
  readonly #orders: Record<DirectorySort, OrderedList>;

  constructor(canonical: Canonical) {
    this.#canonical = canonical;
    const at = (number: number) => this.#documents[number] as Document;
    const newer = (a: number, b: number) => compare(at(b).id, at(a).id);
    this.#orders = {
      newest: new OrderedList(newer),
      name: new OrderedList((a, b) => compare(at(a).nameKey, at(b).nameKey) || newer(a, b)),
      active: new OrderedList((a, b) => at(b).activeAt - at(a).activeAt || newer(a, b)),
    };
  }

  get size(): number {
    return this.#byId.size;
  }

  put(entry: Entry): void {
    this.remove(entry.id);
    this.#cached.clear();
    const number = this.#freed.pop() ?? this.#documents.length;
    const named = [
      ...entry.skills.map((skill) => ['skill', skill] as const),
      ...placeParts(entry.place).map((part) => ['place', part] as const),
      ['status', entry.status] as const,
      ...entry.open.map((value) => ['open', value] as const),
      ...nameWords(entry.name).map((word) => ['word', word] as const),
    ];
    const spellings = new Map<Term, string>();
    for (const [field, spelling] of named) spellings.set(this.#termOf(field, spelling), spelling);
    for (const [term, spelling] of spellings) {
      term.documents.push(number);
      this.#bySpelling[term.field].set(spelling, term);
      term.spellings.set(spelling, (term.spellings.get(spelling) ?? 0) + 1);
    }
    const nameKey = [...baseKey(entry.name)].slice(0, sortKeyLength).join('');
    const terms = [...spellings.keys()];
    this.#documents[number] = { id: entry.id, nameKey, activeAt: entry.activeAt ?? 0, terms, spellings: [...spellings.values()] };
    const numbersOf = (isOf: (field: Field) => boolean) => terms.filter(({ field }) => isOf(field)).map((term) => term.number);
    this.#values.set(
      number,
      numbersOf((field) => field !== 'word'),
    );
    for (const facet of widening)
      this.#valuesOfFacet[facet].set(
        number,
        numbersOf((field) => field === facet),
      );
    this.#byId.set(entry.id, number);
    for (const order of Object.values(this.#orders)) order.add(number);
  }

  remove(id: string): void {
    const number = this.#byId.get(id);
    if (number === undefined) return;
    this.#cached.clear();
    const { terms, spellings } = this.#documents[number] as Document;
    for (const order of Object.values(this.#orders)) order.remove(number);
    for (const [index, term] of terms.entries()) this.#removeFrom(term, number, spellings[index] as string);
    this.#documents[number] = undefined;
    this.#freed.push(number);
    this.#byId.delete(id);
  }

  /** Returns the ids and positions of the profiles that follow a position, and the number of all that match. */
  page(filters: Filters, sort: DirectorySort, after: Position, count: number): { positions: Position[]; total: number } {
    const { conditions, satisfied, every } = this.#match(filters);
    let total = conditions.length === 0 ? this.size : 0;
    if (conditions.length > 0) for (let number = 0; number < satisfied.length; number++) if (satisfied[number] === every) total++;
    const at = (number: number) => this.#documents[number] as Document;
    const sortKeyOf = { newest: () => undefined, name: ({ nameKey }: Document) => nameKey, active: ({ activeAt }: Document) => activeAt }[
      sort
    ];
    const isBefore = (number: number) => {
      const { id, nameKey, activeAt } = at(number);
      const byKey = sort === 'name' ? compare(nameKey, after.key as string) : sort === 'active' ? (after.key as number) - activeAt : 0;
      return byKey < 0 || (byKey === 0 && id >= after.id);
    };
    const taken = this.#orders[sort].take(count, isBefore, (number) => satisfied[number] === every);
    return { positions: taken.map((number) => ({ id: at(number).id, key: sortKeyOf(at(number)) })), total };
  }

  /** Counts the values of each facet among the profiles that match the other facets; those of `skill` among the profiles with all selected skills. */
  facets(filters: Filters): Facets {
    const key = JSON.stringify(filters);
    const facets = this.#cached.get(key) ?? this.#countAll(filters);
    this.#cached.set(key, facets);
    return facets;
  }

  /** Reads each document once: one that matches counts for each facet, and one that only another value of a facet excludes counts for that facet. */
  #countAll(filters: Filters): Facets {
    const { conditions, satisfied, every } = this.#match(filters);
    const counts = new Uint32Array(this.#lastNumber);
    // A facet that is the only condition is counted among all documents.
    const widened = conditions.length === 1 ? [] : conditions.map(({ facet }) => facet && this.#valuesOfFacet[facet]);
    let total = 0;
    for (let number = 0; conditions.length > 0 && number < satisfied.length; number++) {
      const missing = every & ~(satisfied[number] as number);
      if (missing === 0) {
        total++;
        this.#values.count(number, counts);
      } else if ((missing & (missing - 1)) === 0) widened[31 - Math.clz32(missing)]?.count(number, counts);
    }
    const facetOf = (name: Facet) =>
      this.#valuesOf(name, filters[name], conditions.every(({ facet }) => facet === name) ? undefined : counts);
    return {
      total: conditions.length === 0 ? this.size : total,
      skills: facetOf('skill'),
      places: facetOf('place'),
      statuses: facetOf('status'),
      open: facetOf('open'),
    };
  }

  /** Returns the values of a facet that begin with the text, the most used first. */
  suggest(name: Facet, text: string): string[] {
    const prefix = baseKey(text);
    const found = [...this.#terms[name]].filter(([key]) => key.startsWith(prefix)).map(([, term]) => term);
    return top(found, limits.suggestions, ({ documents }) => documents.length).map((term) => this.#labelOf(term));
  }

  /** Returns the name under which a skill is compared, which is the same for its aliases. */
  skillKey(skill: string): string {
    return this.#keyOf('skill', skill);
  }

  /** Returns the ids of the profiles with the most of these skills. Of those with equally many, those at the place come first, then the newest. */
  similar(skills: string[], place: string, count: number, isExcluded: (id: string) => boolean): string[] {
    const scores = new Uint8Array(this.#documents.length);
    const add = (points: number, documents: number[] = []) => {
      for (const number of documents) scores[number] = (scores[number] as number) + points;
    };
    for (const key of new Set(skills.map((skill) => this.skillKey(skill)))) add(2, this.#terms.skill.get(key)?.documents);
    if (placeParts(place).length > 0) add(1, this.#documentsWith('place', place));
    const byScore: string[][] = [];
    const isBefore = () => false;
    this.#orders.newest.take(1, isBefore, (number) => {
      const score = scores[number] as number;
      if (score === 0) return false;
      byScore[score] ??= [];
      const [ids, { id }] = [byScore[score], this.#documents[number] as Document];
      if (ids.length < count && !isExcluded(id)) ids.push(id);
      return false;
    });
    return byScore.reverse().flat().slice(0, count);
  }

  /** Returns the term of a spelling. Most spellings are known and need not be folded. `put` adds those that it counts, which `#removeFrom` deletes. */
  #termOf(field: Field, spelling: string): Term {
    const known = this.#bySpelling[field].get(spelling);
    if (known) return known;
    const key = this.#keyOf(field, spelling);
    const term = this.#terms[field].get(key) ?? {
      ...{ number: this.#numbers.pop() ?? this.#lastNumber++, key, field },
      ...{ spellings: new Map(), documents: [] },
    };
    this.#terms[field].set(key, term);
    return term;
  }

  #keyOf(field: Field, spelling: string): string {
    return field === 'word' ? spelling : baseKey(field === 'skill' ? this.#canonical(spelling) : spelling);
  }

  #removeFrom(term: Term, number: number, spelling: string): void {
    const { documents, spellings, field, key } = term;
    const last = documents.pop() as number;
    if (last !== number) documents[documents.indexOf(number)] = last;
    const left = (spellings.get(spelling) ?? 1) - 1;
    if (left > 0) spellings.set(spelling, left);
    else {
      spellings.delete(spelling);
      this.#bySpelling[field].delete(spelling);
    }
    if (documents.length > 0) return;
    this.#terms[field].delete(key);
    this.#numbers.push(term.number);
  }

  /** The conditions of a selected skill, of any selected value of another facet, and of a word of the name. */
  #conditions(filters: Filters): Condition[] {
    const skills = filters.skill.map((skill) => ({ lists: [this.#terms.skill.get(this.#keyOf('skill', skill))?.documents ?? []] }));
    const others = widening
      .filter((facet) => filters[facet].length > 0)
      .map((facet) => ({ facet, lists: filters[facet].map((value) => this.#documentsWith(facet, value)) }));
    const words = nameWords(filters.q)
      .slice(0, limits.directoryWords)
      .map((word) => ({ lists: this.#documentsWithWord(word) }));
    const isPunctuation = filters.q !== '' && words.length === 0; // no name has it
    return [...skills, ...others, ...(isPunctuation ? [{ lists: [] }] : words)];
  }

  /** A place with commas matches the profiles with all its parts. */
  #documentsWith(name: Facet, value: string): number[] {
    const parts = name === 'place' ? placeParts(value) : [value];
    const [first = [], ...rest] = parts.map((part) => this.#terms[name].get(baseKey(part))?.documents ?? []);
    return rest.reduce((found, documents) => {
      const others = new Set(documents);
      return found.filter((number) => others.has(number));
    }, first);
  }

  #documentsWithWord(prefix: string): number[][] {
    const found: number[][] = [];
    for (const [word, { documents }] of this.#terms.word) if (word.startsWith(prefix)) found.push(documents);
    return found;
  }

  /** Sets a bit of each document for each condition it satisfies; `every` has the bits of all. */
  #match(filters: Filters): { conditions: Condition[]; satisfied: Uint32Array; every: number } {
    const conditions = this.#conditions(filters);
    const satisfied = new Uint32Array(this.#documents.length);
    for (const [index, { lists }] of conditions.entries()) {
      const bit = 1 << index;
      for (const documents of lists)
        for (let place = 0; place < documents.length; place++) {
          const number = documents[place] as number;
          satisfied[number] = (satisfied[number] as number) | bit;
        }
    }
    return { conditions, satisfied, every: 2 ** conditions.length - 1 };
  }

  /** The name of an alias's skill, or else the most used spelling; of several, the first in alphabetical order. */
  #labelOf({ spellings, field }: Term): string {
    const [best] = [...spellings].reduce((best, next) => (next[1] > best[1] || (next[1] === best[1] && next[0] < best[0]) ? next : best));
    return field === 'skill' ? this.#canonical(best) : best;
  }

  /** The selected values, then the most frequent others. */
  #valuesOf(name: Facet, selected: string[], counts: Uint32Array | undefined): Facets['skills'] {
    const countOf = (term: Term) => (counts ? (counts[term.number] as number) : term.documents.length);
    const keys = new Map(selected.map((value) => [this.#keyOf(name, value), value]));
    const chosen = [...keys].map(([key, value]) => {
      const term = this.#terms[name].get(key);
      return { value: term ? this.#labelOf(term) : value, count: term ? countOf(term) : 0, selected: true };
    });
    const terms: Term[] = [];
    for (const [key, term] of this.#terms[name]) if (countOf(term) > 0 && !keys.has(key)) terms.push(term);
    const others = top(terms, limits.facetValues, countOf);
    return [...chosen, ...others.map((term) => ({ value: this.#labelOf(term), count: countOf(term), selected: false }))];
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const mapOfEachField = (): Record<Field, Map<string, Term>> => ({
  ...{ skill: new Map(), place: new Map(), status: new Map(), open: new Map(), word: new Map() },
});

/** Returns the `count` terms with the highest numbers. Sorts few of many terms. */
function top(terms: Term[], count: number, numberOf: (term: Term) => number): Term[] {
  const byNumber = Float64Array.from(terms, numberOf).sort();
  const least = byNumber[Math.max(0, terms.length - count)] ?? 0;
  return terms
    .filter((term) => numberOf(term) >= least)
    .sort((a, b) => numberOf(b) - numberOf(a) || compare(a.key, b.key))
    .slice(0, count);
}
