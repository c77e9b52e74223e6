import { countResults, limits, type SearchType, searchTypes } from '@dev-connector/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/queries';
import { formatNumber } from '../../ui/numbers';
import { useToken } from '../accounts/session/session';
import { searchPath } from './address';

/* The numbers of results. They load after the results. */

const countsQuery = (q: string, isMember: boolean) =>
  queryOptions({
    queryKey: ['search counts', q, isMember],
    queryFn: async ({ signal }) => (await api(countResults, { query: { q }, signal })).data,
    enabled: q !== '',
    retry: false,
    placeholderData: keepPreviousData, // does not blink while typing
  });

function useCounts(q: string) {
  const { data, isEnabled } = useQuery(countsQuery(q, typeof useToken() === 'string'));
  return isEnabled ? data : undefined;
}

const textOf = (count: number) => `${formatNumber(count)}${count >= limits.pageMax ? '+' : ''}`;

/** Shows the number of results of a type. Renders nothing until it is known. */
export function CountOf({ q, type }: { q: string; type: SearchType }) {
  const count = useCounts(q)?.[type];
  return count === undefined ? null : textOf(count);
}

/** Leads from a type without results to those that have some. */
export function OtherTypes({ q, type }: { q: string; type: SearchType }) {
  const counts = useCounts(q);
  return searchTypes.map((other) => {
    const count = counts?.[other] ?? 0;
    if (other === type || count === 0) return null;
    return (
      <Link key={other} to={searchPath(q, other)} className="link tap content-center">
        {textOf(count)} {count === 1 ? (other === 'people' ? 'person' : other.slice(0, -1)) : other}
      </Link>
    );
  });
}
