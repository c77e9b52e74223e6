import { splitCommaList } from '@dev-connector/contract/comma-list';
import { accentKey, collapseSpace } from '../../text/comparison-keys.ts';
import { isEmpty, isLonger } from './fields.ts';

/** Longer items are compared letter by letter, because `normalize` can take quadratic time. */
const maxNormalized = 200;

/**
 * Returns the items of a list, or of a comma-separated text. Trims each item, and drops empty ones and repetitions. The comparison ignores case, Unicode
 * normalization form and invisible characters; the first spelling wins.
 */
export function splitList(sent: string | string[]): string[] {
  const items = new Map<string, string>();
  for (const item of typeof sent === 'string' ? splitCommaList(sent) : sent) {
    const tidied = collapseSpace(item);
    const key = isLonger(tidied, maxNormalized) ? tidied : accentKey(tidied);
    if (!isEmpty(tidied) && !items.has(key)) items.set(key, tidied);
  }
  return [...items.values()];
}
