import { hasSearchText, type SearchType, searchTypes } from '@dev-connector/contract';
import { Link } from 'react-router';
import { SignInMark } from '../accounts/session/SignInMark';
import { useToken } from '../accounts/session/session';
import { searchPath } from './address';
import { countText, useCounts } from './counts-query';

const labels = { posts: 'Posts', people: 'People', comments: 'Comments' };

/** The types of results as links, with their numbers. None is current until the best one is known. */
export function TypeTabs({ q, type }: { q: string; type: SearchType | undefined }) {
  const counts = useCounts(q);
  const isVisitor = useToken() === null;
  /** A type to which the query does not apply has no results. Visitors may search people only. */
  const countOf = (one: SearchType) => counts?.[one] ?? (counts && !isVisitor ? 0 : undefined);
  return (
    <nav aria-label="Type of results" className="tabs -mt-2">
      {searchTypes.map((one) => (
        <Link key={one} to={searchPath(q, one)} aria-current={one === type ? 'page' : undefined} preventScrollReset>
          {labels[one]}
          {one !== 'people' && <SignInMark />}{' '}
          {hasSearchText(q) && <span className="inline-block min-w-6 text-muted text-sm tabular-nums">{countText(countOf(one))}</span>}
        </Link>
      ))}
    </nav>
  );
}
