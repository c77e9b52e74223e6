import { type Facet, type Facets, facetNames, limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Context, perContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { searchesOf } from '../../platform/search/searches.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import type { Client } from '../../platform/work-queue/work-queue.ts';
import { type Canonical, readCanonical } from './canonical.ts';
import { directoryFilled } from './entries.ts';
import { type Condition, conditionsOf, type Filters, lastCharacter, matchesOf, skillKey } from './filters.ts';

interface Counted {
  /** `total`: the row counts all profiles that match, and has no key. */
  facet: Facet | 'total';
  key: string;
  /** The most used spelling among all profiles; of several, the first in alphabetical order. */
  value: string;
  found: number;
}

/** Recent counts, and the version of the database that they are of. */
const recent = perContext(() => new LRUCache<string, { version: string; counted: Promise<unknown> }>({ max: 500 }));

/** Returns the result of `read`, cached until something is committed. */
async function untilCommit<T>(context: Context, key: string, read: () => Promise<T>): Promise<T> {
  const version = await context.db.version();
  const cache = recent(context);
  const cached = cache.get(key);
  if (cached?.version === version) return cached.counted as Promise<T>;
  const counted = read();
  cache.set(key, { version, counted });
  counted.catch(() => cache.delete(key));
  return counted;
}

/** Counts the profiles that match the filters. */
export const countProfiles = (context: Context, reader: Reader, filters: Filters, matches: Sql | undefined): Promise<number> =>
  untilCommit(context, `profiles ${JSON.stringify(filters)}`, () => countMatches(reader, matches));

/** Counts the values of each facet among the profiles that match the other facets; those of `skill` among the profiles with all selected skills. */
export async function countFacets(context: Context, client: Client, filters: Filters): Promise<Facets> {
  await directoryFilled(context)();
  return untilCommit(context, `facets ${JSON.stringify(filters)}`, () => count(context, searchesOf(context).of(client), filters));
}

async function count(context: Context, reader: Reader, filters: Filters): Promise<Facets> {
  const canonical = await readCanonical(context.db);
  const conditions = conditionsOf(filters, canonical);
  const selected = facetNames.map((facet) => new Map(filters[facet].map((value) => [keyOf(facet, value, canonical), value])));
  const rows = await countValues(
    reader,
    conditions,
    facetNames.flatMap((facet, index) => [...(selected[index]?.keys() ?? [])].map((key) => ({ facet, key }))),
  );
  const total = rows.find(({ facet }) => facet === 'total')?.found ?? 0;
  const [skills, places, statuses, open] = facetNames.map((facet, index) => {
    const labelled = rows
      .filter((row) => row.facet === facet)
      .map(({ value, ...row }) => ({ ...row, value: facet === 'skill' ? canonical(value) : value }));
    const chosen = [...(selected[index] ?? [])].map(([key, value]) => {
      const row = labelled.find((one) => one.key === key);
      return { value: row?.value ?? value, count: row?.found ?? 0, selected: true };
    });
    const others = labelled.filter(({ key, found }) => found > 0 && !selected[index]?.has(key)).slice(0, limits.facetValues);
    return [...chosen, ...others.map(({ value, found }) => ({ value, count: found, selected: false }))];
  }) as [Facets['skills'], Facets['places'], Facets['statuses'], Facets['open']];
  return { total, skills, places, statuses, open };
}

const keyOf = (facet: Facet, value: string, canonical: Canonical) => (facet === 'skill' ? skillKey(value, canonical) : baseKey(value));

/** The results of the conditions in `countValues`. */
const numbersOf: Record<Condition['name'], Sql> = {
  skill: sql`with_skill`,
  place: sql`with_place`,
  status: sql`with_status`,
  open: sql`with_open`,
  q: sql`with_word`,
};

/** The numbers of the profiles that match; undefined: all. */
const matching = (conditions: Condition[]): Sql | undefined =>
  matchesOf(conditions.map(({ name }) => ({ name, numbers: sql`select number from ${numbersOf[name]}` })));

/** Counts the values of facets in the profiles that match. One condition usually matches many: reading all rows in order is then faster than sorting theirs. */
function countsOf(facets: Facet[], conditions: Condition[]): Sql {
  const matches = matching(conditions);
  if (conditions.length > 1)
    return sql`
      select f.facet, f.key, count(*) as found from (${matches as Sql}) m cross join directory_facets f
      where f.number = m.number and f.facet = any(${facets}) group by f.facet, f.key`;
  return sql`
    select facet, key, count(*) as found from directory_facets
    where facet = any(${facets}) ${matches ? sql`and number in (${matches})` : sql``} group by facet, key`;
}

/**
 * Reads the most frequent values of each facet, and the selected ones, with their numbers among the profiles that match the other facets: other values of a selected
 * skill would narrow the results, those of the other facets widen them. Also counts all profiles that match. Evaluates each condition once.
 */
function countValues(reader: Reader, conditions: Condition[], selected: Array<{ facet: Facet; key: string }>): Promise<Counted[]> {
  const widened = facetNames.filter((facet) => facet !== 'skill' && conditions.some(({ name }) => name === facet));
  const others = facetNames.filter((facet) => !widened.includes(facet));
  const counts = widened.reduce(
    (all, facet) =>
      sql`${all} union all ${countsOf(
        [facet],
        conditions.filter(({ name }) => name !== facet),
      )}`,
    countsOf(others, conditions),
  );
  const total = sql`select 'total', '', count(distinct number) from (${matching(conditions) ?? sql`select number from directory_entries`}) m`;
  const results = conditions.reduce((all, { name, numbers }) => sql`${all}, ${numbersOf[name]} as materialized (${numbers})`, sql``);
  const spellings = sql`from directory_facets f where f.facet = c.facet and f.key = c.key`;
  return reader.all<Counted>`
    with selected as (
      select list.value ->> 'facet' as facet, list.value ->> 'key' as key from json_array_elements(${JSON.stringify(selected)}::json) as list(value)
      where exists (select 1 from directory_facets f where f.facet = list.value ->> 'facet' and f.key = list.value ->> 'key')
    ) ${results}
    select facet, key, found, case
      when (select min(value) ${spellings}) = (select max(value) ${spellings}) then (select min(value) ${spellings})
      else (select value ${spellings} group by value order by count(*) desc, value limit 1) end as value
    from (
      select facet, key, found, row_number() over (partition by facet order by found desc, key) as place from (
        select facet, key, cast(sum(found) as integer) as found from (${counts} union all select facet, key, 0 from selected union all ${total}) counts group by facet, key
      ) sums
    ) c
    where place <= ${limits.facetValues + limits.filterValues} or exists (select 1 from selected s where s.facet = c.facet and s.key = c.key)
    order by facet, place`;
}

/** Counts the profiles that match; all if there are no conditions. */
async function countMatches(reader: Reader, matches: Sql | undefined): Promise<number> {
  const row = matches
    ? await reader.get<{ total: number }>`select count(*) as total from directory_entries where number in (${matches})`
    : await reader.get<{ total: number }>`select count(*) as total from directory_entries`;
  return row?.total ?? 0;
}

/** Returns the places that begin with the text, the most used first. */
export async function suggestPlaces(context: Context, client: Client, text: string): Promise<string[]> {
  await directoryFilled(context)();
  const prefix = baseKey(text);
  const rows = await searchesOf(context).of(client).all<{ value: string }>`
    select value from (
      select key, value, sum(count(*)) over (partition by key) as used, row_number() over (partition by key order by count(*) desc, value) as spelling
      from directory_facets where facet = 'place' and key >= ${prefix} and key < ${prefix + lastCharacter} group by key, value
    ) places where spelling = 1 order by used desc, key limit cast(${limits.suggestions} as integer)`;
  return rows.map(({ value }) => value);
}
