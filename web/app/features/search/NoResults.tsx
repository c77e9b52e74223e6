import { type SearchType, search as searchEndpoint, searchTypes } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '../../api/queries';
import { EmptyState } from '../../ui/states/EmptyState';
import { UserText } from '../../ui/UserText';
import { useToken } from '../accounts/session/session';
import { Advice, ExactSearch } from './Advice';
import { type Search, searchPath } from './address';
import { countText, useCounts } from './counts-query';
import NamedMatches from './NamedMatches';
import { SimilarNames } from './SimilarNames';
import { suggestedQuery } from './suggested-query';
import { type Reduced, withoutFilters } from './without';

/** Where to look around if nothing else helps. */
const lists: Record<SearchType, { to: string; label: string }> = {
  posts: { to: '/dev/posts', label: 'Newest posts' },
  people: { to: '/dev/profiles', label: 'All developers' },
  comments: { to: '/dev/posts', label: 'Newest posts' },
};

/** Says that nothing was found, and offers what would find something. */
export default function NoResults({ search }: { search: Search }) {
  const { q, type } = search;
  const list = lists[type];
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No ${type} match`}
      action={
        <div className="flex flex-col items-center gap-2">
          <OtherTypes search={search} />
          <WithoutFilters search={search} />
          {type === 'people' && <PeopleByHandle q={q} />}
          <SimilarNames q={q} />
          <ExactSearch search={search} />
          <Link to={list.to} className="link tap content-center">
            {list.label}
          </Link>
          {/* Wide screens show it beside the results. */}
          <details className="w-full text-left min-[68.75rem]:hidden">
            <summary className="link tap text-center">How to search</summary>
            <Advice type={type} />
          </details>
        </div>
      }
    >
      {type === 'people' ? 'No profile' : 'Nothing'} was found for <UserText text={`“${q}”`} />. Check the spelling, use fewer words, or
      remove an operator.
    </EmptyState>
  );
}

/** Members whose handle begins with the query. Most have no profile: the search found none. */
function PeopleByHandle({ q }: { q: string }) {
  const isMember = typeof useToken() === 'string';
  const { data } = useQuery(suggestedQuery(q, isMember, 'people'));
  return data && <NamedMatches q={q} isMember={isMember} matches={data} leadsToPeople={false} />;
}

/** Links to the types with results. */
function OtherTypes({ search: { q, type } }: { search: Search }) {
  const counts = useCounts(q);
  return searchTypes.map((other) => {
    const count = counts?.[other] ?? 0;
    if (other === type || count === 0) return null;
    return (
      <Link key={other} to={searchPath(q, other)} className="link tap content-center">
        {countText(count)} {count === 1 ? (other === 'people' ? 'person' : other.slice(0, -1)) : other}
      </Link>
    );
  });
}

/** Links to the query without a filter, where that finds something. */
function WithoutFilters({ search: { q, type } }: { search: Search }) {
  const { data = [] } = useQuery({
    queryKey: ['search without filters', q, type],
    queryFn: async ({ signal }) => {
      const helps = async (reduced: Reduced) => {
        const { data: found } = await api(searchEndpoint, { query: { q: reduced.q, type, limit: 1 }, signal });
        return found.length > 0 ? [reduced] : [];
      };
      const results = await Promise.allSettled(withoutFilters(q).map(helps));
      return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])); // an operator may not apply to the type
    },
    retry: false,
  });
  return data.map((reduced) => (
    <Link key={reduced.q} to={searchPath(reduced.q, type)} className="link tap wrap-anywhere content-center">
      Search without <UserText text={`“${reduced.removed}”`} />
    </Link>
  ));
}
