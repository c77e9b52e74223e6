import type { DirectorySort, Profile } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { byText, highest, newest, type PageQuery, type Position, readPage } from '../../platform/lists/keyset.ts';
import type { JsonPage } from '../../platform/lists/pages.ts';
import { listPage, listProfiles, profilePage } from '../profiles/profiles.ts';
import { readCanonical } from './canonical.ts';
import { countProfiles } from './counts.ts';
import { directoryFilled } from './entries.ts';
import { conditionsOf, type Filters, matchesOf, skillKey } from './filters.ts';

export interface DirectoryQuery extends PageQuery {
  filters: Filters;
  sort?: DirectorySort | undefined;
}

const starts = { newest, name: byText, active: highest };

/** Reads a page of the profiles that match the filters, and the number of all that do. */
export async function listDirectory(
  context: Context,
  { filters, sort = 'newest', ...query }: DirectoryQuery,
  extent: 'listed' | 'card',
): Promise<{ page: JsonPage<Profile>; total: number }> {
  await directoryFilled(context)();
  const { db } = context;
  const canonical = filters.skill.length > 0 ? await readCanonical(db) : undefined;
  const matches = matchesOf(conditionsOf(filters, canonical));
  const from = matches ? db.large : db;
  // Materialized, because PostgreSQL would compare each match with each entry in the order of the list.
  const entries = matches
    ? sql`(with found as materialized (select * from directory_entries where number in (${matches})) select * from found)`
    : sql`directory_entries`;
  const read = (after: Position, count: number) => readers[sort](from, entries, after, count);
  const find = () => readPage(query, starts[sort], read);
  async function findSkilled(keys: string[]) {
    const found = await find();
    return profilePage(context, extent, found, await matchedSkills(from, found.items, keys));
  }
  const [page, total] = await Promise.all([
    canonical
      ? findSkilled(filters.skill.map((skill) => skillKey(skill, canonical)))
      : matches || sort !== 'newest'
        ? listPage(context, extent, find())
        : listProfiles(context, query, extent),
    countProfiles(context, from, filters, matches),
  ]);
  return { page, total };
}

/** Reads the skills with these keys of each profile, as the members write them. */
async function matchedSkills(reader: Reader, profiles: State[], keys: string[]): Promise<Map<string, { matchedSkills: string[] }>> {
  const rows = await reader.all<{ id: string; value: string }>`
    select e.profile_id as id, f.value from directory_entries e join directory_facets f on f.number = e.number
    where e.profile_id = any(${profiles.map(({ id }) => id)}) and f.facet = 'skill' and f.key = any(${keys}) order by f.value`;
  const byProfile = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byProfile].map(([id, skills]) => [id, { matchedSkills: skills.map(({ value }) => value) }]));
}

const columns = sql`e.profile_id as id, (select cache_version from profiles p where p.id = e.profile_id) as version`;

/** For each order, reads the entries that follow a position. */
const readers: Record<DirectorySort, (reader: Reader, entries: Sql, after: Position, count: number) => Promise<State[]>> = {
  newest: (reader, entries, { id }, count) => reader.all`
    select ${columns} from ${entries} e where e.profile_id < ${id} order by e.profile_id desc limit cast(${count} as integer)`,
  name: (reader, entries, { key, id }, count) => reader.all`
    select ${columns}, e.name_key as key from ${entries} e
    where e.name_key >= ${key as string} and (e.name_key > ${key as string} or e.profile_id < ${id})
    order by e.name_key, e.profile_id desc limit cast(${count} as integer)`,
  active: (reader, entries, { key, id }, count) => reader.all`
    select ${columns}, e.active_at as key from ${entries} e where (e.active_at, e.profile_id) < (cast(${key as number} as bigint), ${id})
    order by e.active_at desc, e.profile_id desc limit cast(${count} as integer)`,
};
