import type { Comment, Thread } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ListChunks } from '../../ui/lists/ListChunks';
import { CommentCard } from './CommentCard';
import { ThreadView } from './ThreadView';
import { isInThread } from './thread-cache';
import { hasComment } from './thread-queries';
import type { CommentView } from './view';

interface ThreadListProps {
  pages: Thread[][];
  /** Comments and replies that are being sent. */
  unsent: Comment[];
  view: CommentView;
  /** Whether the list starts with the thread of the linked comment. */
  isAround: boolean;
}

/** Estimated height of a comment, in rem. */
const commentHeight = 7;

export function ThreadList({ pages, unsent, view, isAround }: ThreadListProps) {
  const queries = useQueryClient();
  /** The same array if there are none, so that the thread does not render again. */
  function repliesIn(thread: Thread): Comment[] {
    const found = unsent.filter(({ parent }) => parent !== undefined && isInThread(queries, view.postId, thread, parent));
    return found.length > 0 ? found : none;
  }
  const comments = unsent.filter(({ parent }) => parent === undefined);
  const first = pages[0]?.[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
    <div role="list" className="list bleed">
      {comments.map((comment, place) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={place} role="listitem">
          <CommentCard comment={comment} view={view} />
        </div>
      ))}
      {pages.map((threads, number) => (
        <ListChunks key={number} items={threads.map((thread) => ({ _id: thread.comment._id, thread }))} estimate={commentHeight}>
          {({ thread }) => (
            <ThreadView
              thread={thread}
              view={view}
              unsent={repliesIn(thread)}
              isLinked={hasComment(thread, view.linked?.id) || (isAround && thread === first)}
            />
          )}
        </ListChunks>
      ))}
    </div>
  );
}

const none: Comment[] = [];
