import { tagKey } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, BellOff, Hash } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { statusOf } from '../../../api/client';
import { Loading } from '../../../feedback/Loading';
import { buttonClass } from '../../../ui/Button';
import { BackToStart } from '../../../ui/lists/LoadMore';
import { EmptyState } from '../../../ui/states/EmptyState';
import { Skeletons } from '../../../ui/states/Skeleton';
import { tagActivityQuery } from '../../activity/activity-queries';
import { feedsQuery } from '../../syndication/feed-queries';
import { tagQuery } from '../../tags/tag-queries';
import { PostFeed } from '../feed/FeedScreen';
import { NewPost } from '../lazy-parts';
import { PostsScreen, useHasSidebar } from '../PostsScreen';
import { AboutTag } from './AboutTag';
import { TagHeader } from './TagHeader';

/** A tag with its posts. An alias shows its tag. */
export default function TagScreen({ tag: sent }: { tag: string }) {
  const tag = tagKey(sent);
  const query = useQuery(tagQuery(tag));
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;
  const isMissing = statusOf(query.error) === 404 || statusOf(query.error) === 400;
  const name = query.data?.name ?? tag;
  // The screen waits for both, so that the posts do not move.
  const enabled = query.data !== undefined;
  const around = [useQuery({ ...tagActivityQuery(name), enabled }), useQuery({ ...feedsQuery({ tag: name }), enabled })];
  const isLoading = around.some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const hasSidebar = useHasSidebar();
  const details = isLoading ? undefined : query.data;

  return (
    <PostsScreen
      title={isMissing ? 'Tag not found' : `#${name}`}
      about={isMissing ? undefined : details ? <AboutTag details={details} /> : null}
    >
      <Link to="/dev/tags" className={buttonClass('ghost', 'sm', '-ml-2.5 text-muted print:hidden')}>
        <ArrowLeft />
        All tags
      </Link>
      {isMissing ? (
        <EmptyState icon={<Hash />} title="Tag not found">
          No post has used #{tag} yet.
        </EmptyState>
      ) : !details ? (
        <Loading query={query} message="Failed to load the tag" placeholder={<Skeletons count={5} />} />
      ) : (
        <>
          <TagHeader tag={tag} details={details} />
          {!hasSidebar && details.posts > 0 && (
            <details className="-mt-2 mb-4 text-sm print:hidden">
              <summary className="link tap inline-flex items-center">About this tag</summary>
              <div className="flex flex-col gap-4 pt-3">
                <AboutTag details={details} />
              </div>
            </details>
          )}
          <NewPost key={name} tag={name} leadsTo={from && '.'} />
          {from && <BackToStart to="." />}
          <Suspense>
            <PostFeed
              key={name}
              list={{ tag: name }}
              from={from}
              empty={
                details.viewer.muted ? (
                  <EmptyState icon={<BellOff />} title="You mute this tag">
                    Unmute it to see its posts.
                  </EmptyState>
                ) : (
                  <EmptyState icon={<Hash />} title="No posts found...">
                    Write the first post with this tag.
                  </EmptyState>
                )
              }
            />
          </Suspense>
        </>
      )}
    </PostsScreen>
  );
}
