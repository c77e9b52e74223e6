import { limits } from '@dev-connector/contract';
import { isEmpty, isLonger, visible } from '../http/fields.ts';

/**
 * A profile's skills as they are kept: of a comma-separated string, or of a list of such, each one trimmed; empties and repeats dropped, the order kept.
 * Two are the same whatever their case, their Unicode form and what in them cannot be seen; the first is kept as it was written.
 */
export function tidySkills(sent: string | string[]): string[] {
  const kept = new Map<string, string>();
  for (const skill of [sent].flat().flatMap((text) => text.split(','))) {
    const tidied = single(skill);
    const key = isLonger(tidied, limits.skill) ? tidied : single(visible(tidied)).normalize('NFC').toLowerCase(); // normalizing takes quadratic time
    if (!isEmpty(tidied) && !kept.has(key)) kept.set(key, tidied);
  }
  return [...kept.values()];
}

/** Trimmed, with single spaces between its words. */
const single = (text: string) => text.trim().replace(/\s+/g, ' ');
