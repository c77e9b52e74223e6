import { searchTokens } from '@dev-connector/contract';

/** A query without some of its filters. */
export interface Reduced {
  q: string;
  removed: string;
}

/** Filters of a query that are tried. */
const maxTried = 3;

/** Returns the query without each of its operators and exclusions, and without all of them. */
export function withoutFilters(q: string): Reduced[] {
  const filters = searchTokens(q).filter(({ operator, isNegative }) => operator || isNegative);
  const without = (removed: typeof filters): Reduced => ({
    q: removed
      .toReversed()
      .reduce((rest, { text, end }) => `${rest.slice(0, end - text.length)} ${rest.slice(end)}`, q)
      .replace(/\s+/g, ' ')
      .trim(),
    removed: removed.map(({ text }) => text).join(' '),
  });
  const reduced = filters.slice(0, maxTried).map((filter) => without([filter]));
  if (filters.length > 1) reduced.push(without(filters));
  return reduced.filter((one) => one.q !== '');
}
