import type { Post, Thread } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { retryMessageOf } from '../../../api/client';
import { useNotDeleted, usePendingComments } from '../../../api/pending-deletions';
import { Loading } from '../../../feedback/Loading';
import { LoadMore } from '../../../ui/lists/LoadMore';
import { formatNumber } from '../../../ui/numbers';
import { EmptyState } from '../../../ui/states/EmptyState';
import { Skeletons } from '../../../ui/states/Skeleton';
import { useSession } from '../../accounts/session/session';
import { unsentComment, useUnsent } from '../comment-actions';
import { useLastVisit } from '../last-visits';
import { useLinked } from '../permalink';
import { ThreadList } from '../ThreadList';
import { countShown, isDeleted, newestOf, type Order, threadsOf, threadsQuery } from '../thread-queries';
import { type CommentView, canHavePublicComments, isNew } from '../view';
import { LinkNotice } from './LinkNotice';
import { NewComments } from './NewComments';
import { OrderSwitch } from './OrderSwitch';
import { useThreadsAround } from './useThreadsAround';

interface CommentsProps {
  post: Post;
  accountId: string;
  order: Order;
  /** Shows the newest comments from the start. */
  onShowNewest: () => void;
}

/** The comments on a post with their replies, more while scrolling. If the first page lacks the linked comment, the list starts with it. */
export function Comments({ post, accountId, order, onShowNewest }: CommentsProps) {
  const { _id: postId, commentsClosed: isClosed } = post;
  const { account } = useSession();
  const isShown = useNotDeleted();
  const linked = useLinked();
  const main = useInfiniteQuery(threadsQuery(postId, order));
  const around = useThreadsAround(postId, order, linked, main.data);
  const list = around.query ?? main;
  const isVisible = (thread: Thread) => (isShown(thread.comment) && !isDeleted(thread.comment)) || countShown(thread, isShown) > 0;
  const pages = list.data?.pages.map(({ data }) => data.filter(isVisible));
  const unsent = useUnsent(postId).flatMap((submission) => (account ? unsentComment(submission, account) : []));
  const isEmpty = unsent.length === 0 && !pages?.some((threads) => threads.length > 0);
  const count = post.commentCount + unsent.length - usePendingComments(postId);

  const lastVisit = useLastVisit(accountId, postId, main.data && newestOf(threadsOf(main.data), postId));
  const canBePublic = canHavePublicComments(post);
  const view = useMemo<CommentView>(
    () => ({ postId, viewerId: accountId, isClosed, canBePublic, lastVisit, linked }),
    [postId, accountId, isClosed, canBePublic, lastVisit, linked],
  );
  const newCount = threadsOf(list.data)
    .flatMap(({ comment, replies }) => [comment, ...replies])
    .filter((comment) => isNew(comment, view)).length;

  return (
    <section aria-labelledby="comments">
      {list.data && (
        <NewComments
          post={post}
          list={list.data}
          isEmpty={isEmpty}
          onShow={() => (around.query || (order === 'oldest' && list.hasNextPage)) && onShowNewest()}
        />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="comments" className="font-semibold">
          Comments {count > 0 && <span className="font-normal text-muted">{formatNumber(count)}</span>}
          {newCount > 0 && <span className="ml-1 font-medium text-accent text-sm"> {formatNumber(newCount)} new</span>}
        </h2>
        {count > 1 && <OrderSwitch order={order} />}
      </div>
      <LinkNotice isMissing={around.isMissing} isAround={around.query?.data !== undefined} />
      {!isEmpty && <ThreadList pages={pages ?? []} unsent={unsent} view={view} isAround={around.query !== undefined} />}
      {!list.data && <Loading query={list} message="Failed to load comments" placeholder={<Skeletons count={3} />} />}
      {list.data && count === 0 && <EmptyState title="No comments yet.">{isClosed ? undefined : 'Be the first to comment.'}</EmptyState>}
      {list.hasNextPage && (
        <LoadMore
          pending={list.isFetching}
          failed={list.isError}
          reason={retryMessageOf(list.error)}
          onLoadMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}
