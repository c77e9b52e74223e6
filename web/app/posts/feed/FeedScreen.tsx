import { type Feed, feeds } from '@dev-connector/contract';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BackToNewest } from '../../ui/LoadMore';
import { Skeletons } from '../../ui/Skeleton';
import { lazyPart } from '../lazy-part';
import { PostsScreen } from '../PostsScreen';
import { feedPath, periodOf } from './feeds';
import { NewPost } from './LazyNewPost';
import { PostFeed } from './PostFeed';

const EmptyFeed = lazyPart('EmptyFeed');
const FeedRule = lazyPart('FeedRule');

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
        {feeds.map((one) => (
          <Link key={one} to={feedPath(one)} prefetch="intent" aria-current={one === feed ? 'page' : undefined} className="capitalize">
            {one}
          </Link>
        ))}
      </nav>
      <div className="flex min-h-9 items-center text-muted text-sm max-sm:min-h-12">
        <Suspense>{feed && <FeedRule feed={feed} />}</Suspense>
      </div>
      {from && <BackToNewest to={isTop ? `${path}?period=${period}` : path} />}
      {feed ? (
        <PostFeed key={`${feed} ${period}`} list={isTop ? { feed, period } : { feed }} from={from} empty={<EmptyFeed feed={feed} />} />
      ) : (
        <Skeletons count={5} />
      )}
    </PostsScreen>
  );
}
