import type { Comment, Post } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { retryMessageOf } from '../../api/client';
import { useNotDeleted, usePendingComments } from '../../deletions/pending';
import { Loading } from '../../shell/feedback/Loading';
import { EmptyState } from '../../ui/EmptyState';
import { chunksOf, ListChunk } from '../../ui/ListChunk';
import { LoadMore } from '../../ui/LoadMore';
import { Skeletons } from '../../ui/Skeleton';
import { commentsQuery, hasNewest, mergeComments, type Order } from '../comment-queries';
import { CommentCard } from './CommentCard';

type Load = ComponentProps<typeof Loading>['query'];

interface CommentsProps {
  post: Post;
  /** The query of the post, which embeds its newest comments. */
  load: Load;
  viewerId: string | undefined;
  order: Order;
}

/** Estimated height of a comment, in rem. */
const commentHeight = 5.5;

export function Comments({ post, load, viewerId, order }: CommentsProps) {
  const count = post.commentCount - usePendingComments(post._id);
  const List = order === 'oldest' ? OldestFirst : NewestFirst;
  return (
    <section aria-labelledby="comments">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="comments" className="font-semibold">
          Comments {count > 0 && <span className="font-normal text-muted">{count.toLocaleString('en')}</span>}
        </h2>
        {count > 1 && <OrderSwitch order={order} />}
      </div>
      {count > 0 ? (
        <List post={post} load={load} viewerId={viewerId} />
      ) : (
        <EmptyState title="No comments yet.">Be the first to answer.</EmptyState>
      )}
    </section>
  );
}

const orders: Array<{ order: Order; label: string; search: string }> = [
  { order: 'newest', label: 'Newest first', search: '' },
  { order: 'oldest', label: 'Oldest first', search: '?order=oldest' },
];

function OrderSwitch({ order: current }: { order: Order }) {
  const { state } = useLocation();
  return (
    <nav aria-label="Order of the comments" className="flex gap-4 text-sm">
      {orders.map(({ order, label, search }) => (
        <Link
          key={order}
          to={{ search }}
          state={state}
          replace
          preventScrollReset
          aria-current={order === current}
          className="tap inline-flex items-center py-1 text-muted hover:text-ink aria-[current=true]:font-medium aria-[current=true]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

type ListProps = Omit<CommentsProps, 'order'>;

/** The comments embedded in the post, then older pages while scrolling. */
function NewestFirst({ post, load, viewerId }: ListProps) {
  const older = useInfiniteQuery(commentsQuery(post._id));
  const { groups, gap, more } = mergeComments(post, older.data);
  return (
    <>
      {post.comments.length > 0 && <List postId={post._id} groups={groups} viewerId={viewerId} />}
      {!hasNewest(post) && <Waiting query={load} message="Failed to load post" />}
      {more && hasNewest(post) && (
        <LoadMore
          pending={older.isFetching}
          failed={older.isError}
          reason={retryMessageOf(older.error)}
          onLoadMore={() => void (gap ? older.refetch() : older.fetchNextPage())}
        />
      )}
    </>
  );
}

function OldestFirst({ post, viewerId }: ListProps) {
  const comments = useInfiniteQuery(commentsQuery(post._id, 'oldest'));
  if (!comments.data) return <Waiting query={comments} message="Failed to load comments" />;
  return (
    <>
      <List postId={post._id} groups={comments.data.pages.map(({ data }) => data)} viewerId={viewerId} />
      {comments.hasNextPage && (
        <LoadMore
          pending={comments.isFetching}
          failed={comments.isError}
          reason={retryMessageOf(comments.error)}
          onLoadMore={() => void comments.fetchNextPage()}
        />
      )}
    </>
  );
}

const Waiting = ({ query, message }: { query: Load; message: string }) =>
  query.error ? <Loading query={query} message={message} /> : <Skeletons count={3} />;

function List({ postId, groups, viewerId }: { postId: string; groups: Comment[][]; viewerId: string | undefined }) {
  const isShown = useNotDeleted();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
    <div role="list" className="list -mx-4">
      {groups.map((group, number) =>
        chunksOf(group.filter(isShown)).map((chunk, place) => (
          <ListChunk key={`${number}:${place}`} items={chunk} estimate={commentHeight}>
            {(comment) => <CommentCard postId={postId} comment={comment} isOwn={comment.user === viewerId} />}
          </ListChunk>
        )),
      )}
    </div>
  );
}
