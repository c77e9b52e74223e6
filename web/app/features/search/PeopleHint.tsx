import { limits, listProfiles, searchTokens } from '@dev-connector/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/queries';
import { formatNumber } from '../../ui/numbers';
import { searchPath } from './address';

/** Whether a query has only words, as names do: no operator, phrase or exclusion. */
const isOfWords = (q: string) => searchTokens(q).every(({ operator, isPhrase, isNegative }) => !(operator || isPhrase || isNegative));

/** The number of people whose names have the words of a query, from the directory: a search would wait in the queue. */
const namesQuery = (q: string) =>
  queryOptions({
    queryKey: ['search names', q],
    queryFn: async ({ signal }) => (await api(listProfiles, { query: { q, limit: 1, embed: '' }, signal })).total ?? 0,
    enabled: q !== '' && q.length <= limits.directoryText && isOfWords(q),
    retry: false,
  });

/** Leads from posts and comments to the people whose names match, if there are any. */
export default function PeopleHint({ q }: { q: string }) {
  const { data: count = 0, isEnabled } = useQuery({ ...namesQuery(q), placeholderData: keepPreviousData }); // does not blink while typing
  if (!isEnabled || count === 0) return null;
  return (
    <p className="text-sm">
      <Link to={searchPath(q, 'people')} className="link tap">
        {formatNumber(count)} {count === 1 ? 'person matches' : 'people match'} by name
      </Link>
    </p>
  );
}
