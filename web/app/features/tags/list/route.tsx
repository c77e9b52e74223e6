import { limits, type Tag, tagPath } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Loading } from '../../../feedback/Loading';
import { NextPage } from '../../../feedback/NextPage';
import { Time } from '../../../ui/dates';
import { formatNumber } from '../../../ui/numbers';
import { Screen } from '../../../ui/Screen';
import { EmptyState } from '../../../ui/states/EmptyState';
import { Skeletons } from '../../../ui/states/Skeleton';
import { UserText } from '../../../ui/UserText';
import { titleMeta } from '../../site/meta';
import { tagsQuery } from '../tag-queries';

export const meta = titleMeta('Tags');

/** The tags of the site with their activity. The beginning of a tag and the order are in the address. */
export default function Tags() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const sort = params.get('sort') === 'name' ? 'name' : 'activity';
  const orders = [
    { sort: 'activity', to: '/dev/tags', label: 'Active' },
    { sort: 'name', to: '/dev/tags?sort=name', label: 'A–Z' },
  ];
  return (
    <Screen heading="Tags" lead="Topics that people write about. Follow those you care about." width="reading">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <input
          type="search"
          aria-label="Find a tag"
          placeholder="Find a tag"
          className="input grow basis-48 sm:max-w-72"
          autoComplete="off"
          maxLength={limits.tag + 1} // with #
          value={q}
          onChange={({ currentTarget: { value } }) => setParams(value ? { q: value } : {}, { replace: true, preventScrollReset: true })}
        />
        {!q && (
          <nav aria-label="Order" className="flex gap-4 text-sm">
            {orders.map((order) => (
              <Link
                key={order.to}
                to={order.to}
                replace
                aria-current={order.sort === sort ? 'page' : undefined}
                className="tap inline-flex items-center py-1 text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {order.label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <Results q={useDeferredValue(prefixOf(q))} sort={sort} />
    </Screen>
  );
}

/** The beginning of a tag without #, at most as long as a tag. */
const prefixOf = (text: string): string => Array.from(text.trim().replace(/^#/, '')).slice(0, limits.tag).join('');

function Results({ q, sort }: { q: string; sort: 'activity' | 'name' }) {
  const query = useInfiniteQuery(tagsQuery(q, sort));
  if (!query.data) return <Loading query={query} message="Failed to load tags" placeholder={<Skeletons count={6} />} />;
  const tags = query.data.pages.flatMap(({ data }) => data);
  return (
    <div className={`transition-opacity ${query.isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={query.isPlaceholderData}>
      <p role="status" className="sr-only">
        {q && !query.isPlaceholderData ? `${tags.length} ${tags.length === 1 ? 'tag begins' : 'tags begin'} with ${q}` : ''}
      </p>
      {tags.length === 0 ? (
        <EmptyState
          icon={<Hash />}
          title={
            q ? (
              <>
                No tag begins with <UserText text={`“${q}”`} />
              </>
            ) : (
              'No tags yet'
            )
          }
        >
          {q ? 'Try fewer letters.' : 'Write #something in a post to create the first one.'}
        </EmptyState>
      ) : (
        <ul className="list -mt-3">
          {tags.map((tag) => (
            <Item key={tag.name} tag={tag} />
          ))}
        </ul>
      )}
      <NextPage query={query} />
    </div>
  );
}

const Item = ({ tag: { name, description, posts, followers, lastUsed } }: { tag: Tag }) => (
  <li className="group relative flex flex-col gap-x-6 gap-y-0.5 py-3 sm:flex-row sm:items-baseline sm:justify-between">
    <div className="min-w-0">
      <Link to={tagPath(name)} prefetch="intent" className="wrap-anywhere font-semibold after:absolute after:inset-0 group-hover:underline">
        <UserText text={`#${name}`} />
      </Link>
      {description && (
        <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
          <UserText text={description} />
        </p>
      )}
    </div>
    <p className="shrink-0 text-muted text-sm tabular-nums">
      {counted(posts, 'post')}
      {followers > 0 && ` · ${counted(followers, 'follower')}`}
      {lastUsed && (
        <>
          {' · '}
          <Time date={lastUsed} />
        </>
      )}
    </p>
  </li>
);

const counted = (number: number, noun: string): string => `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
