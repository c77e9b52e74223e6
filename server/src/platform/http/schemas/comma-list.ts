import { splitCommaList } from '@dev-connector/contract/comma-list';
import { isEmpty, isLonger, stripInvisible } from './fields.ts';

/** Longer items are compared letter by letter, because `normalize` can take quadratic time. */
const maxNormalized = 200;

/**
 * Returns the items of a list, or of a comma-separated text. Trims each item, and drops empty ones and repetitions. The comparison ignores case, Unicode
 * normalization form and invisible characters; the first spelling wins.
 */
export function splitList(sent: string | string[]): string[] {
  const items = new Map<string, string>();
  for (const item of typeof sent === 'string' ? splitCommaList(sent) : sent) {
    const tidied = trimmed(item);
    const key = isLonger(tidied, maxNormalized) ? tidied : itemKey(tidied);
    if (!isEmpty(tidied) && !items.has(key)) items.set(key, tidied);
  }
  return [...items.values()];
}

/** Normalizes an item for comparison: ignores case, Unicode form, white space and invisible characters. */
export const itemKey = (item: string) => trimmed(stripInvisible(item)).normalize('NFC').toLowerCase();

/** Trims the text and collapses white space to single spaces. */
const trimmed = (text: string) => text.trim().replace(/\s+/g, ' ');
