import type { Db, Reader } from '../../platform/db/db.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { recordChange } from './changes.ts';
import type { Canonical } from './index-of-profiles.ts';
import { shippedAliases } from './shipped-aliases.ts';

/** An alias and its skill. `isOwn` if the admin has set it. */
export interface Alias {
  alias: string;
  skill: string;
  isOwn: boolean;
}

/** Returns the aliases that apply, by alias: those of the program with the admin's changes. */
export async function listAliases(reader: Reader): Promise<Map<string, Alias>> {
  const aliases = new Map<string, Alias>();
  for (const [skill, names] of Object.entries(shippedAliases))
    for (const name of names) aliases.set(baseKey(name), { alias: baseKey(name), skill, isOwn: false });
  const own = await reader.all<{ alias: string; skill: string | null }>`select alias, skill from skill_aliases order by alias`;
  for (const { alias: stored, skill } of own) {
    const alias = baseKey(stored); // an earlier version may have folded other letters
    if (skill === null) aliases.delete(alias);
    else aliases.set(alias, { alias, skill, isOwn: true });
  }
  return aliases;
}

/** Reads the aliases and returns a function that replaces an alias by its skill. A skill that is an alias itself is replaced once more, without end only in a circle. */
export async function readCanonical(reader: Reader): Promise<Canonical> {
  const aliases = await listAliases(reader);
  return (skill) => {
    const first = aliases.get(baseKey(skill))?.skill ?? skill;
    return aliases.get(baseKey(first))?.skill ?? first;
  };
}

/** Reads all names of a skill: the name itself, its skill if it is an alias, and the other aliases. */
export async function readNames(reader: Reader, skill: string): Promise<string[]> {
  const canonical = await readCanonical(reader);
  const main = baseKey(canonical(skill));
  const aliases = [...(await listAliases(reader)).keys()].filter((alias) => baseKey(canonical(alias)) === main);
  return [skill, main, ...aliases];
}

/** Adds an alias of a skill. Every process reads its index again. */
export const setAlias = (db: Db, alias: string, skill: string) => change(db, baseKey(alias), skill);

/** Removes an alias, also one that ships with the program. Returns false if there is none. */
export async function removeAlias(db: Db, alias: string): Promise<boolean> {
  if (!(await listAliases(db)).has(baseKey(alias))) return false;
  await change(db, baseKey(alias), null);
  return true;
}

const change = (db: Db, alias: string, skill: string | null) =>
  db.transaction(async (tx) => {
    const stored = await tx.all<{ alias: string }>`select alias from skill_aliases`;
    const outdated = stored.flatMap((row) => (baseKey(row.alias) === alias ? row.alias : []));
    await tx.run`delete from skill_aliases where alias = any(${outdated})`;
    await tx.run`
      insert into skill_aliases (alias, skill) values (${alias}, ${skill}) on conflict (alias) do update set skill = excluded.skill`;
    await recordChange(tx, null);
  });
