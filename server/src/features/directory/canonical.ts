import type { Reader } from '../../platform/db/db.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
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

/** Returns the name under which a skill is matched and counted. */
export type Canonical = (skill: string) => string;

/** Reads the aliases and returns a function that replaces an alias by its skill. A skill that is an alias itself is replaced once more, without end only in a circle. */
export const readCanonical = async (reader: Reader): Promise<Canonical> => canonicalOf(await listAliases(reader));

const canonicalOf =
  (aliases: Map<string, Alias>): Canonical =>
  (skill) => {
    const first = aliases.get(baseKey(skill))?.skill ?? skill;
    return aliases.get(baseKey(first))?.skill ?? first;
  };

/** Reads all names of each skill: the name itself, its skill if it is an alias, and the other aliases. */
export async function readNames(reader: Reader, skills: string[]): Promise<string[][]> {
  const aliases = await listAliases(reader);
  const canonical = canonicalOf(aliases);
  const mainOf = (skill: string) => baseKey(canonical(skill));
  const aliasesOf = Map.groupBy(aliases.keys(), mainOf);
  return skills.map((skill) => [skill, mainOf(skill), ...(aliasesOf.get(mainOf(skill)) ?? [])]);
}
