import { type Feed, feeds, periods } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { retryMessageOf } from '../../../api/client';
import { useNotDeleted } from '../../../api/pending-deletions';
import { Loading } from '../../../feedback/Loading';
import { BackToStart, LoadMore } from '../../../ui/lists/LoadMore';
import { useRenderedPages } from '../../../ui/lists/useRenderedPages';
import { Skeletons } from '../../../ui/states/Skeleton';
import { EmptyFeed, FeedRule, LastVisit, NewPost, NewPosts } from '../lazy-parts';
import { useFeedShortcuts } from '../list-keys';
import { PostItems } from '../PostItems';
import { PostsScreen } from '../PostsScreen';
import { type PostList, postsQuery } from '../post-queries';

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
  const period = periods.find((one) => one === search.get('period')) ?? 'week';

  return (
    <PostsScreen>
      <h1 className="sr-only">{heading}</h1>
      <NewPost leadsTo={isTop ? '/dev/posts/latest' : from && path} />
      <nav aria-label="Feeds" className="tabs -mb-px">
        {feeds.map((one) => (
          <Link
            key={one}
            to={`/dev/posts/${one}`}
            prefetch="intent"
            aria-current={one === feed ? 'page' : undefined}
            className="capitalize"
          >
            {one}
          </Link>
        ))}
      </nav>
      {(isTop || feed === 'unanswered') && (
        <div className="flex min-h-9 items-center py-1.5 text-muted text-sm max-sm:min-h-12 max-sm:py-1">
          <FeedRule feed={feed} period={period} />
        </div>
      )}
      {from && <BackToStart to={isTop ? `${path}?period=${period}` : path} />}
      {feed ? (
        <PostFeed
          key={`${feed} ${period}`}
          list={isTop ? { feed, period } : { feed }}
          from={from}
          empty={<EmptyFeed feed={feed} period={period} />}
        />
      ) : (
        <Skeletons count={5} />
      )}
    </PostsScreen>
  );
}

/** Number of empty pages in a row that load automatically. */
const maxEmpty = 3;

/** Posts that fill a phone's screen, which render before the others. */
const firstPosts = 5;

interface PostFeedProps {
  list: PostList;
  /** Cursor of the first page. */
  from: string | undefined;
  /** Shown if the list has no posts. */
  empty: ReactNode;
}

/** A list of posts that grows as the viewer scrolls. A page may be short or empty although others follow; then the next one loads automatically, at most `maxEmpty` times. */
export function PostFeed({ list, from, empty }: PostFeedProps) {
  const feed = useInfiniteQuery(postsQuery(list, from));
  const isShown = useNotDeleted();
  const renderedPages = useRenderedPages(feed.data?.pages.length);
  useFeedShortcuts();
  const [seen, setSeen] = useState<string>();
  if (!feed.data || renderedPages < 0)
    return <Loading query={feed} message="Failed to load posts" placeholder={<Skeletons count={firstPosts} />} />;

  const { pages } = feed.data;
  const next = pages.at(-1)?.next;
  const emptyPages = pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0);
  const asks = next !== undefined && emptyPages > 0 && emptyPages % maxEmpty === 0 && !feed.isFetchingNextPage;
  const isEmpty = pages.every((page) => !page.data.some(isShown));
  const renderedPosts = pages.map(({ data }, number) =>
    (number < renderedPages ? data : data.slice(0, number === 0 ? firstPosts : 0)).filter(isShown),
  );
  return (
    <>
      {!from && !feed.isRefetching && list.feed !== 'top' && (
        <NewPosts list={list} feed={feed.data} loadedAt={feed.dataUpdatedAt} isEmpty={isEmpty} />
      )}
      {(list.feed === 'latest' || list.feed === 'following') && (
        <LastVisit feed={list.feed} posts={renderedPosts.flat()} isStart={!from} onFind={setSeen} />
      )}
      {!isEmpty && <PostItems pages={renderedPosts} seen={seen} />}
      {isEmpty && !asks && (next ? <Skeletons label="Looking for older posts…" count={3} /> : empty)}
      {next && (
        <LoadMore
          href={`?${new URLSearchParams({ ...(list.period && { period: list.period }), cursor: next })}`}
          label={asks ? 'Look further back' : undefined}
          pending={feed.isFetchingNextPage || renderedPages < pages.length}
          failed={feed.isFetchNextPageError}
          reason={retryMessageOf(feed.error)}
          onLoadMore={() => void feed.fetchNextPage()}
        />
      )}
    </>
  );
}
