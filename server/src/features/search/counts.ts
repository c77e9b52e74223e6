import { limits, type SearchCounts, searchTypes } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { parse } from './query.ts';
import { findFirst, type Searcher } from './source.ts';

/** Counts what a query finds of each type, up to `limits.pageMax`. Visitors may count people only. Throws InvalidFields if the query applies to no type at all. The error is that of people, which accept the most operators. */
export async function countResults(context: Context, isMember: boolean, q: string, searcher: Searcher): Promise<SearchCounts> {
  const counts: SearchCounts = {};
  let highest = -1;
  let invalid: InvalidFields | undefined;
  let applies = false;
  for (const type of searchTypes)
    try {
      if (!isMember && type !== 'people') {
        parse(q, type);
        applies = true;
        continue;
      }
      const [first, ...others] = await findFirst(context, type, q, limits.pageMax, searcher);
      counts[type] = first ? others.length + 1 : 0;
      applies = true;
      if (first && first.rank > highest) [highest, counts.best] = [first.rank, type];
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      if (!invalid || type === 'people') invalid = error;
    }
  if (invalid && !applies) throw invalid;
  return counts;
}
