import type { Db } from '../../platform/db/db.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { listAliases, readCanonical } from './canonical.ts';
import { writeEntries } from './entries.ts';

/** Adds an alias of a skill. */
export const setAlias = (db: Db, alias: string, skill: string) => change(db, baseKey(alias), skill);

/** Removes an alias, also one that ships with the program. Returns false if there is none. */
export async function removeAlias(db: Db, alias: string): Promise<boolean> {
  if (!(await listAliases(db)).has(baseKey(alias))) return false;
  await change(db, baseKey(alias), null);
  return true;
}

/** Changes an alias, and the keys of the profiles with a skill that it renames. */
const change = (db: Db, alias: string, skill: string | null) =>
  db.transaction(async (tx) => {
    // Waits for transactions that have read the aliases to write a profile, and makes others wait.
    await tx.lockTable('profiles');
    const before = await readCanonical(tx);
    const names = await listAliases(tx);
    const stored = await tx.all<{ alias: string }>`select alias from skill_aliases`;
    const outdated = stored.flatMap((row) => (baseKey(row.alias) === alias ? row.alias : []));
    await tx.run`delete from skill_aliases where alias = any(${outdated})`;
    await tx.run`
      insert into skill_aliases (alias, skill) values (${alias}, ${skill}) on conflict (alias) do update set skill = excluded.skill`;
    const after = await readCanonical(tx);
    const keys = [alias, ...names.keys()].map((name) => [before, after].map((canonical) => baseKey(canonical(name))));
    const renamed = keys.filter(([old, changed]) => old !== changed).flat();
    const profiles = await tx.all<{ id: string }>`
      select profile_id as id from directory_entries where number in (select number from directory_facets where facet = 'skill' and key = any(${renamed}))`;
    await writeEntries(
      tx,
      profiles.map(({ id }) => id),
    );
  });
