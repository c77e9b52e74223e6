import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { searchPath } from './address';
import { namesQuery } from './search-queries';

/** Leads from posts and comments to the people whose names match, if there are any. */
export function PeopleHint({ q }: { q: string }) {
  const { data: count = 0, isEnabled } = useQuery({ ...namesQuery(q), placeholderData: keepPreviousData }); // does not blink while typing
  if (!isEnabled || count === 0) return null;
  return (
    <p className="text-sm">
      <Link to={searchPath(q, 'people')} className="link tap">
        {count.toLocaleString('en-GB')} {count === 1 ? 'person matches' : 'people match'} by name
      </Link>
    </p>
  );
}
