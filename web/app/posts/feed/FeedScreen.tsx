import { type Feed, periods } from '@dev-connector/contract';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { BackToNewest } from '../../ui/LoadMore';
import { Skeletons } from '../../ui/Skeleton';
import { lazyPart } from '../lazy-part';
import { PostsScreen } from '../PostsScreen';
import { described, feedPath, feedTabs, periodOf } from './feeds';
import { NewPost } from './LazyNewPost';
import { PostFeed } from './PostFeed';

const EmptyFeed = lazyPart('EmptyFeed');

interface FeedScreenProps {
  /** Undefined until it is known. */
  feed: Feed | undefined;
  path: string;
  heading: string;
}

/** A feed with the links to the others and the field for a new post. */
export function FeedScreen({ feed, path, heading }: FeedScreenProps) {
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;
  const isTop = feed === 'top';
  const period = periodOf(search);

  return (
    <PostsScreen>
      <h1 className="sr-only">{heading}</h1>
      <NewPost leadsTo={isTop ? feedPath('latest') : from && path} />
      <nav aria-label="Feeds" className="tabs">
        {feedTabs.map((tab) => (
          <Link key={tab.to} to={tab.to} prefetch="intent" aria-current={tab.feed === feed ? 'page' : undefined}>
            {tab.label}
          </Link>
        ))}
      </nav>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
        <p>{feed && described[feed].rule}</p>
        {isTop && (
          <nav aria-label="Period" className="-mr-2 flex">
            {periods.map((one) => (
              <Link
                key={one}
                to={one === 'week' ? path : `${path}?period=${one}`}
                aria-current={one === period ? 'page' : undefined}
                className={buttonClass('ghost', 'sm', one === period ? 'text-ink' : 'text-muted')}
              >
                {labels[one]}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {from && <BackToNewest to={isTop ? `${path}?period=${period}` : path} />}
      {feed ? (
        <PostFeed
          key={`${feed} ${period}`}
          list={isTop ? { feed, period } : { feed }}
          from={from}
          params={isTop ? { period } : {}}
          empty={<EmptyFeed feed={feed} />}
        />
      ) : (
        <Skeletons count={5} />
      )}
    </PostsScreen>
  );
}

const labels = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };
