import type { Comment, Thread } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useId, useState } from 'react';
import { useNotDeleted } from '../../api/pending-deletions';
import { Button } from '../../ui/Button';
import { formatNumber } from '../../ui/numbers';
import { CommentCard } from './CommentCard';
import { DeletedCard } from './DeletedCard';
import { Replies } from './Replies';
import {
  countShown,
  hasComment,
  hasMore,
  isDeleted,
  type Listed,
  repliesOf,
  repliesQuery,
  sentQuery,
  withoutComment,
} from './thread-queries';
import type { CommentView } from './view';

interface ThreadViewProps {
  thread: Thread;
  view: CommentView;
  /** Replies in this thread that are being sent. */
  unsent: Comment[];
  /** The linked comment is in this thread, perhaps among the replies that it does not embed. */
  isLinked: boolean;
}

/** A comment with all replies below it, one level deep. */
export const ThreadView = memo(function ThreadView({ thread, view, unsent, isLinked }: ThreadViewProps) {
  const { comment, replies } = thread;
  const { linked } = view;
  const id = useId();
  const isShown = useNotDeleted();
  const [isOpen, setOpen] = useState(true);
  const key = isLinked ? linked?.key : undefined;
  useEffect(() => {
    if (key !== undefined) setOpen(true);
  }, [key]);

  const count = countShown(thread, isShown);
  const toggle = count > 0 && (
    <Button variant="ghost" size="sm" className="text-muted" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Hide' : 'Show'} {count === 1 ? '1 reply' : `${formatNumber(count)} replies`}
    </Button>
  );
  const list = { thread, view, unsent };
  return (
    <>
      {isDeleted(comment) || !isShown(comment) ? (
        <DeletedCard id={comment._id} kind="Comment" linked={linked} accountId={view.viewerId}>
          {toggle}
        </DeletedCard>
      ) : (
        <CommentCard comment={comment} view={view}>
          {toggle}
        </CommentCard>
      )}
      <div id={id} hidden={!isOpen}>
        {hasMore(thread) ? (
          <ManyReplies {...list} isWanted={isLinked && !hasComment(thread, linked?.id)} />
        ) : (
          <Replies {...list} replies={withoutPending(replies, isShown)} />
        )}
      </div>
    </>
  );
});

interface ManyRepliesProps extends Omit<ThreadViewProps, 'isLinked'> {
  /** Loads replies until the linked one is there. */
  isWanted: boolean;
}

/** Replies of which the thread embeds only the first. The others load on request. */
function ManyReplies({ thread, view, unsent, isWanted }: ManyRepliesProps) {
  const isShown = useNotDeleted();
  /** Number of replies to load. The first page of the query repeats the embedded ones. */
  const [wanted, setWanted] = useState(0);
  const query = useInfiniteQuery({ ...repliesQuery(view.postId, thread.comment._id), enabled: isWanted || wanted > 0 });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const byId = byIdOf([...thread.replies, ...repliesOf(data)]);
  const replies = [...byId.values()];
  const { data: sentPages } = useQuery(sentQuery(view.postId, thread.comment._id));
  const sent = [...byIdOf(repliesOf(sentPages)).values()].filter(({ _id }) => !byId.has(_id));
  const needsMore = replies.length < wanted || (isWanted && !byId.has(view.linked?.id ?? ''));

  useEffect(() => {
    if (needsMore && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, hasNextPage, isFetching, isError, fetchNextPage]);

  function loadMore() {
    setWanted(replies.length + 1);
    if (isError || !data) void query.refetch(); // a like cancels a load
  }

  const left = thread.replyCount - [...replies, ...sent].filter((reply) => !isDeleted(reply)).length;
  const more = left > 0 && (!data || hasNextPage || isError) && (
    <div className="flex flex-col items-start gap-1 px-4 py-2">
      {isError && (
        <p role="alert" className="text-danger text-sm">
          The replies could not be loaded.
        </p>
      )}
      <Button variant="ghost" size="sm" pending={isFetching} onClick={loadMore}>
        Show {formatNumber(left)} more {left === 1 ? 'reply' : 'replies'}
      </Button>
    </div>
  );
  const lists = { replies: withoutPending(replies, isShown), sent: withoutPending(sent, isShown) };
  return <Replies thread={thread} view={view} unsent={unsent} {...lists} more={more} />;
}

/** Comments by id, oldest first. A later one in the list replaces an earlier one. */
const byIdOf = (comments: Listed[]): Map<string, Listed> =>
  new Map(comments.map((comment) => [comment._id, comment] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Applies the pending deletions. */
const withoutPending = (replies: Listed[], isShown: (reply: Listed) => boolean): Listed[] =>
  replies.reduce((list, reply) => (isShown(reply) ? list : withoutComment(list, reply._id)), replies);
