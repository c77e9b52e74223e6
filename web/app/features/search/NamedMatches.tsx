import { publicTagPath, type SearchSuggestions, tagPath } from '@dev-connector/contract';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';
import { searchPath } from './address';

/** Maximum number of tags, and of people. If there are more, a link leads to all. */
const maxShown = 3;

const item = 'inline-flex max-w-full items-center gap-1.5 rounded-md border border-line px-2 py-1 hover:bg-sunken pointer-coarse:min-h-11';

interface NamedMatchesProps {
  q: string;
  isMember: boolean;
  matches: Pick<SearchSuggestions, 'tags' | 'people'>;
  /** Whether more people lead to the search for people. */
  leadsToPeople?: boolean;
}

/** The tags and people whose names match a query. Nothing if there are none. */
export default function NamedMatches({ q, isMember, matches: { tags, people }, leadsToPeople = true }: NamedMatchesProps) {
  if (tags.length + people.length === 0) return null;
  const prefix = q.split(/\s+/).at(-1) ?? q;
  return (
    <section aria-label={leadsToPeople ? 'Tags and people' : 'People'} className="flex flex-wrap items-center gap-2">
      {tags.slice(0, maxShown).map(({ name, posts }) => (
        <Link key={name} to={isMember ? tagPath(name) : publicTagPath(name)} prefetch="intent" className={item}>
          <UserText className="wrap-anywhere min-w-0 font-medium" text={`#${name}`} />{' '}
          <span className="text-muted text-sm tabular-nums">
            {formatNumber(posts)}
            <span className="sr-only"> {posts === 1 ? 'post' : 'posts'}</span>
          </span>
        </Link>
      ))}
      {tags.length > maxShown && (
        <Link
          to={isMember ? `/dev/tags?${new URLSearchParams({ q: prefix })}` : '/dev/explore'}
          className="link tap content-center text-sm"
        >
          All tags
        </Link>
      )}
      {(leadsToPeople ? people.slice(0, maxShown) : people).map(({ _id, name, handle, avatar }) => (
        <Link key={_id} to={`/dev/profile/${_id}`} prefetch="intent" className={item}>
          <Avatar src={avatar} size={24} />
          <UserText text={name} className="min-w-0 truncate" />
          {handle && <span className="min-w-0 truncate text-muted text-sm">@{handle}</span>}
        </Link>
      ))}
      {leadsToPeople && people.length > maxShown && (
        <Link to={searchPath(q, 'people')} className="link tap content-center text-sm">
          All people
        </Link>
      )}
    </section>
  );
}
