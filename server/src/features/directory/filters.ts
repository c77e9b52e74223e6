import { type Facet, limits } from '@dev-connector/contract';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import type { Canonical } from './canonical.ts';
import { nameWords, placeParts } from './names.ts';

export type Filters = Record<Facet, string[]> & { q: string };

/** A filter: selects the numbers of the entries that match it, some more than once. */
export interface Condition {
  name: Facet | 'q';
  numbers: Sql;
}

/** Greater than every character of a key: `baseKey` removes noncharacters. */
export const lastCharacter = '\u{10ffff}';

export const skillKey = (skill: string, canonical: Canonical): string => baseKey(canonical(skill));

/** One for each filter that is set, so that there are few different statements. `canonical` is needed for skills. */
export function conditionsOf(filters: Filters, canonical: Canonical = (skill) => skill): Condition[] {
  const conditions: Record<Facet | 'q', () => Sql> = {
    skill: () => withSkills(filters.skill.map((skill) => skillKey(skill, canonical))),
    place: () => withPlaces(filters.place),
    status: () => withValues('status', filters.status),
    open: () => withValues('open', filters.open),
    q: () => withWords(nameWords(filters.q).slice(0, limits.directoryWords)),
  };
  return (Object.keys(conditions) as Array<Facet | 'q'>).flatMap((name) =>
    filters[name].length > 0 ? [{ name, numbers: conditions[name]() }] : [],
  );
}

/** The numbers that match all conditions; undefined if there are none. */
export const matchesOf = (conditions: Condition[]): Sql | undefined =>
  conditions
    .map(({ numbers }) => numbers)
    .reduce<Sql | undefined>((matches, numbers) => (matches ? sql`${matches} intersect ${numbers}` : numbers), undefined);

function withSkills(keys: string[]): Sql {
  const distinct = [...new Set(keys)];
  return sql`
    select number from directory_facets where facet = 'skill' and key = any(${distinct})
    group by number having count(*) = cast(${distinct.length} as integer)`;
}

const withValues = (facet: Facet, values: string[]): Sql =>
  sql`select number from directory_facets where facet = ${facet} and key = any(${values.map(baseKey)})`;

/** Any of the places. One with commas matches the profiles with all its parts. */
export function withPlaces(places: string[]): Sql {
  const parts = places.flatMap((value, place) => {
    const keys = new Set(placeParts(value).map(baseKey));
    return [...keys].map((key) => ({ place, key, parts: keys.size }));
  });
  return sql`
    select f.number from json_array_elements(${JSON.stringify(parts)}::json) as list(value) cross join directory_facets f
    where f.facet = 'place' and f.key = (list.value ->> 'key')
    group by f.number, list.value ->> 'place' having count(*) = cast(min(list.value ->> 'parts') as integer)`;
}

/** Selects names in which each prefix begins a word. Selects nothing without prefixes, as for a query of punctuation. */
function withWords(words: string[]): Sql {
  const prefixes = [...new Set(words)].map((word) => ({ low: word, high: word + lastCharacter }));
  return sql`
    select f.number from json_array_elements(${JSON.stringify(prefixes)}::json) as list(value) cross join directory_facets f
    where f.facet = 'word' and f.key >= (list.value ->> 'low') and f.key < (list.value ->> 'high')
    group by f.number having count(distinct list.value ->> 'low') = cast(${prefixes.length} as integer)`;
}
