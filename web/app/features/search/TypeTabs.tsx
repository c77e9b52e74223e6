import { type SearchType, searchTypes } from '@dev-connector/contract';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { searchPath } from './address';

const CountOf = lazy(async () => ({ default: (await import('./counts')).CountOf }));

const labels = { posts: 'Posts', people: 'People', comments: 'Comments' };

/** The types of results as links, with their numbers. None is current until the best one is known. */
export const TypeTabs = ({ q, type }: { q: string; type: SearchType | undefined }) => (
  <nav aria-label="Type of results" className="tabs -mt-2">
    {searchTypes.map((one) => (
      <Link key={one} to={searchPath(q, one)} aria-current={one === type ? 'page' : undefined} preventScrollReset>
        {labels[one]}{' '}
        <span className="inline-block min-w-6 text-muted text-sm tabular-nums">
          <Suspense>
            <CountOf q={q} type={one} />
          </Suspense>
        </span>
      </Link>
    ))}
  </nav>
);
