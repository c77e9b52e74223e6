import { limits } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { accentKey } from '../../platform/text/comparison-keys.ts';
import { suggestSkills } from '../profiles/skills.ts';
import { maxWords, minLength, similarTo } from './similar.ts';

/** Skills that are considered for a word, the most used first. */
const maxCompared = 1000;

/** Suggests the skills that begin with the words, then those that begin with the last one. */
export async function suggestSkillsOf(reader: Reader, words: string[]): Promise<string[]> {
  const beginnings = [...new Set([words.join(' '), words.at(-1) ?? ''])].filter(Boolean);
  const found = await Promise.all(beginnings.map((text) => suggestSkills(reader, text)));
  return [...new Set(found.flat())].slice(0, limits.suggestedOfKind);
}

/** Finds skills that the words together or one of them may mean, if no skill is spelt so. They have the same first letter. */
export async function findSimilarSkills(reader: Reader, words: string[]): Promise<string[]> {
  const keys = [...new Set([words.join(' '), ...words].map(accentKey))]
    .filter(({ length }) => length >= minLength && length <= limits.skill)
    .slice(0, maxWords);
  const similar = await Promise.all(
    keys.map(async (key) => similarTo(key, await suggestSkills(reader, Array.from(key)[0], maxCompared), accentKey)),
  );
  const nearest = similar.flat().sort((a, b) => a.distance - b.distance);
  return [...new Set(nearest.map(({ candidate }) => candidate))].slice(0, limits.suggestedOfKind);
}
