import { type Context, perContext } from '../../platform/context.ts';
import { type Db, firstId, type Transaction } from '../../platform/db/db.ts';
import { sha256 } from '../../platform/sha256.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { normaliserVersion } from '../../platform/text/normalise.ts';
import { type OpenToColumns, openToOf, type ProfileRow } from '../profiles/profiles.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { type Canonical, readCanonical } from './canonical.ts';
import { nameWords, placeParts } from './names.ts';
import { shippedAliases } from './shipped-aliases.ts';

/** Profiles per transaction, so that other writes run in between. */
const batch = 50;

/** Identifies the keys that this program writes. */
const version = sha256(JSON.stringify([normaliserVersion, shippedAliases]));

/** Code points of a name's sort key, so that a cursor with it stays short. */
const sortKeyLength = 32;

type Row = Pick<ProfileRow, 'id' | 'name' | 'skills' | 'location' | 'status' | keyof OpenToColumns> & { active_at: number | null };
/** A facet of the profile with this id. */
type FacetRow = Record<'id' | 'facet' | 'key' | 'value', string>;

/** Writes what the directory finds and sorts of these profiles, and the facets of those where they differ. */
export async function writeEntries(tx: Transaction, profileIds: string[]): Promise<void> {
  const canonical = await readCanonical(tx);
  const profiles = await tx.all<Row>`
    select p.id, p.skills, p.location, p.status, p.open_to_work, p.open_to_mentoring, p.open_to_collaboration, u.name, u.active_at
    from profiles p join ${visiblePeople('members')} u on u.id = p.user_id where p.id = any(${profileIds})`;
  const entries = profiles.map(({ id, name, active_at }) => {
    const nameKey = [...baseKey(name)].slice(0, sortKeyLength).join('');
    return { id, nameKey, activeAt: active_at ?? 0 };
  });
  await tx.run`
    insert into directory_entries (profile_id, name_key, active_at, version)
    select list.value ->> 'id', list.value ->> 'nameKey', cast(list.value ->> 'activeAt' as bigint), ${version}
    from json_array_elements(${JSON.stringify(entries)}::json) as list(value) where true
    on conflict (profile_id) do update set name_key = excluded.name_key, version = excluded.version`;
  const stored = await tx.all<FacetRow>`
    select e.profile_id as id, f.facet, f.key, f.value from directory_entries e join directory_facets f on f.number = e.number
    where e.profile_id = any(${profileIds})`;
  const before = Map.groupBy(stored, ({ id }) => id);
  const changed = profiles.flatMap((row) => {
    const facets = facetsOf(row, canonical);
    return toText(facets) === toText(before.get(row.id) ?? []) ? [] : [facets];
  });
  if (changed.length === 0) return;
  await tx.run`
    delete from directory_facets where number in (select number from directory_entries where profile_id = any(${changed.flatMap(([first]) => first?.id ?? [])}))`;
  await tx.run`
    insert into directory_facets (facet, key, value, number)
    select list.value ->> 'facet', list.value ->> 'key', list.value ->> 'value', e.number
    from json_array_elements(${JSON.stringify(changed.flat())}::json) as list(value) cross join directory_entries e
    where e.profile_id = (list.value ->> 'id')`;
}

/** Returns the same text for the same rows in any order. */
const toText = (facets: FacetRow[]): string =>
  facets
    .map(({ facet, key, value }) => JSON.stringify([facet, key, value]))
    .sort()
    .join();

/** Each profile has at least its status. Of several spellings of a value, the last one counts. */
function facetsOf(row: Row, canonical: Canonical): FacetRow[] {
  const facets = new Map<string, FacetRow>();
  // `baseKey` may cut a character in two, which JSON of PostgreSQL refuses.
  const add = (facet: string, key: string, value: string) =>
    facets.set(`${facet}:${key}`, { id: row.id, facet, key: key.toWellFormed(), value });
  for (const skill of JSON.parse(row.skills) as string[]) add('skill', baseKey(canonical(skill)), skill);
  for (const part of placeParts(row.location ?? '')) add('place', baseKey(part), part);
  add('status', baseKey(row.status), row.status);
  for (const value of openToOf(row)) add('open', value, value);
  for (const word of nameWords(row.name)) add('word', word, '');
  return [...facets.values()];
}

/** Writes the entries of all profiles that have none of this version. */
async function fillDirectory(db: Db): Promise<void> {
  for (let after = firstId; ; ) {
    const rows = await db.large.all<{ id: string; user_id: string }>`
      select p.id, p.user_id from profiles p left join directory_entries e on e.profile_id = p.id
      where p.id > ${after} and (e.version is null or e.version <> ${version}) order by p.id limit cast(${batch} as integer)`;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const [ids, users] = [rows.map(({ id }) => id), rows.map(({ user_id }) => user_id)];
    await db.transaction(async (tx) => {
      // What is read of these rows must not change until the entries are committed.
      await tx.lock`select id from ${visiblePeople('members')} u where id = any(${users}) order by id`;
      await tx.lock`select id from profiles where id = any(${ids}) order by id`;
      await writeEntries(tx, ids);
    });
  }
}

/** Resolves when all profiles have an entry: after an upgrade or a move, the first start writes them. A failed attempt is repeated by the next call. */
export const directoryFilled = perContext(({ db }) => {
  let filling: Promise<void> | undefined;
  return () => {
    filling ??= fillDirectory(db).catch((error) => {
      filling = undefined;
      throw error;
    });
    return filling;
  };
});

/** Writes entries with the profiles. They end with them. */
export function registerDirectory({ events }: Context): void {
  events.on('profile.changed', async (tx, { profileId }) => {
    if (profileId) await writeEntries(tx, [profileId]);
  });
  events.on('user.activityChanged', async (tx, { userId }) => {
    await tx.run`
      update directory_entries set active_at = coalesce((select active_at from ${visiblePeople('members')} u where u.id = ${userId}), 0)
      where profile_id = (select id from profiles where user_id = ${userId})`;
  });
}
