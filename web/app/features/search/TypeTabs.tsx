import { searchTypes } from '@dev-connector/contract';
import { Link } from 'react-router';
import { type Search, searchPath } from './address';

const labels = { posts: 'Posts', people: 'People', comments: 'Comments' };

/** The types of results as links. */
export const TypeTabs = ({ search: { q, type } }: { search: Search }) => (
  <nav aria-label="Type of results" className="tabs -mt-2">
    {searchTypes.map((one) => (
      <Link key={one} to={searchPath(q, one)} aria-current={one === type ? 'page' : undefined} preventScrollReset>
        {labels[one]}
      </Link>
    ))}
  </nav>
);
