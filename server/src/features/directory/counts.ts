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
import { conditionsOf, type Filters, lastCharacter, matchesOf, skillKey } from './filters.ts';

interface Counted {
  facet: Facet;
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
  // Other values of a selected skill would narrow the results, those of the other facets widen them.
  const matchesFor = (facet: Facet) => matchesOf(conditions.filter(({ name }) => name === 'skill' || name !== facet));
  const selected = facetNames.map((facet) => new Map(filters[facet].map((value) => [keyOf(facet, value, canonical), value])));
  const [rows, total] = await Promise.all([
    countValues(
      reader,
      facetNames.map((facet) => countsOf(facet, matchesFor(facet))).reduce((all, counts) => sql`${all} union all ${counts}`),
      facetNames.flatMap((facet, index) => [...(selected[index]?.keys() ?? [])].map((key) => `${facet}:${key}`)),
    ),
    countProfiles(context, reader, filters, matchesOf(conditions)),
  ]);
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

/** Counts the spellings of each value of a facet: in all profiles, and in those that match. */
const countsOf = (facet: Facet, matches: Sql | undefined): Sql => sql`
  select facet, key, value, count(*) as used, ${matches ? sql`count(case when number in (${matches}) then 1 end)` : sql`count(*)`} as found
  from directory_facets where facet = ${facet} group by facet, key, value`;

/** Reads the most frequent values of each facet, and the selected ones. */
const countValues = (reader: Reader, counts: Sql, selected: string[]): Promise<Counted[]> =>
  reader.all<Counted>`
    select facet, key, value, found from (
      select facet, key, value, found, row_number() over (partition by facet order by found desc, key) as place from (
        select facet, key, value, cast(sum(found) over (partition by facet, key) as integer) as found,
          row_number() over (partition by facet, key order by used desc, value) as spelling
        from (${counts}) counts
      ) spellings where spelling = 1
    ) found_values
    where place <= ${limits.facetValues + limits.filterValues} or facet || ':' || key = any(${selected}) order by facet, place`;

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
