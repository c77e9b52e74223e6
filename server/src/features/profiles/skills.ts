import { limits } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import { accentKey } from '../../platform/text/comparison-keys.ts';

/** Maximum spellings that a suggestion reads from each of two lists: the most used skills, and those with the prefix. */
const maxRead = 1000;
/** Greater than every character of a skill: `stripInvisible` removes noncharacters from its key. */
const lastCharacter = '\u{10ffff}';

/**
 * Suggests up to `count` skills in use that begin with the text, the most used first. An empty text matches every skill. Of a prefix with more than `maxRead`
 * spellings, only the first in alphabetical order and the most used of the site are candidates.
 */
export async function suggestSkills(reader: Reader, text = '', count: number = limits.suggestions): Promise<string[]> {
  const key = accentKey(text);
  // Spellings of one skill share a key. Reads enough of them to fill the list in spite of several spellings.
  const rows =
    key === ''
      ? await reader.all<SkillRow>`select key, name from skills order by members desc, key, name limit cast(${4 * count} as integer)`
      : await reader.all<SkillRow>`
          select key, name from (
            select key, name, members from (select key, name, members from skills order by members desc, key, name limit cast(${maxRead} as integer)) popular
            where key >= ${key} and key < ${key + lastCharacter}
            union
            select key, name, members from (
              select key, name, members from skills where key >= ${key} and key < ${key + lastCharacter} order by key limit cast(${maxRead} as integer)
            ) matching
          ) suggested order by members desc, key, name limit cast(${4 * count} as integer)`;
  const mostUsed = new Map<string, string>();
  for (const { key, name } of rows) if (!mostUsed.has(key)) mostUsed.set(key, name);
  return [...mostUsed.values()].slice(0, count);
}

interface SkillRow {
  key: string;
  name: string;
}

/** Updates the counts of skills after a profile's list has changed. Sorts them, so that concurrent transactions cannot deadlock. */
export async function countSkills(tx: Transaction, before: string[], after: string[]): Promise<void> {
  const [removed, added] = [new Set(before).difference(new Set(after)), new Set(after).difference(new Set(before))];
  for (const name of [...removed, ...added].sort())
    await tx.run`
      insert into skills (name, key, members) values (${name}, ${accentKey(name)}, ${added.has(name) ? 1 : -1})
      on conflict (name) do update set members = skills.members + excluded.members, key = excluded.key`;
  if (removed.size > 0) await tx.run`delete from skills where name = any(${[...removed]}) and members <= 0`;
}

/** Inserts the counts of all profiles' skills into an empty table. */
export async function insertSkills(tx: Transaction, all: string[]): Promise<void> {
  for (const [name, { length }] of Map.groupBy(all, (skill) => skill))
    await tx.run`insert into skills (name, key, members) values (${name}, ${accentKey(name)}, ${length})`;
}

/** Reads the skills of a user's profile, which stay locked until the transaction ends. */
export async function lockSkills(tx: Transaction, userId: string): Promise<string[]> {
  const profile = await tx.lock<{ skills: string }>`select skills from profiles where user_id = ${userId}`;
  return profile ? JSON.parse(profile.skills) : [];
}
