import { limits } from '@dev-connector/contract';
import { isEmpty, isLonger, stripInvisible } from '../http/fields.ts';

/**
 * Normalizes skills for storage. Splits a comma-separated string, or a list of such strings, trims each skill, and drops empty ones and duplicates.
 * The comparison ignores case, Unicode normalization form and invisible characters; the first spelling wins.
 */
export function tidySkills(sent: string | string[]): string[] {
  const skills = new Map<string, string>();
  for (const skill of [sent].flat().flatMap((text) => text.split(','))) {
    const tidied = single(skill);
    const key = isLonger(tidied, limits.skill) ? tidied : skillKey(tidied); // `normalize` can take quadratic time
    if (!isEmpty(tidied) && !skills.has(key)) skills.set(key, tidied);
  }
  return [...skills.values()];
}

/** Normalizes a skill for comparison. */
export const skillKey = (skill: string) => single(stripInvisible(skill)).normalize('NFC').toLowerCase();

/** Trims the text and collapses white space to single spaces. */
const single = (text: string) => text.trim().replace(/\s+/g, ' ');
