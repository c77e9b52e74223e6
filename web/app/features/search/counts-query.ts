import { countResults, hasSearchText, limits, type SearchType } from '@dev-connector/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/queries';
import { formatNumber } from '../../ui/numbers';
import { useToken } from '../accounts/session/session';
import { readSearch, type Search } from './address';

const countsQuery = (q: string, isMember: boolean) =>
  queryOptions({
    queryKey: ['search counts', q, isMember],
    queryFn: async ({ signal }) => ({ q, ...(await api(countResults, { query: { q }, signal })).data }),
    retry: false,
    placeholderData: keepPreviousData, // does not blink while typing
  });

function useCountsQuery(q: string) {
  const token = useToken();
  return useQuery({ ...countsQuery(q, typeof token === 'string'), enabled: hasSearchText(q) && token !== undefined });
}

/** Numbers of results: of the previous query until those of this one are known. */
export function useCounts(q: string) {
  const { data, isEnabled } = useCountsQuery(q);
  return isEnabled ? data : undefined;
}

export const countText = (count: number | undefined): string =>
  count === undefined ? '' : `${formatNumber(count)}${count >= limits.pageMax ? '+' : ''}`;

/**
 * Returns the search to show. If it may open any type, this is the one with the best result, once it is known: until then it is the previous search, or undefined. The type of
 * a query stays, also when its numbers change, or when a request that failed is repeated.
 */
export function useOpened(search: Search): Search | undefined {
  const { data, isError, isPlaceholderData } = useCountsQuery(search.q);
  const [best, setBest] = useState<{ q: string; type: SearchType }>();
  const known = isError ? { q: search.q, best: undefined } : isPlaceholderData ? undefined : data;
  if (known && known.q !== best?.q)
    setBest({ q: known.q, type: (known.best as SearchType) ?? readSearch(new URLSearchParams({ q: known.q })).type });
  if (!search.isOpen) return search;
  return best && { ...search, ...best };
}
