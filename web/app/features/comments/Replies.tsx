import { type Comment, type Thread, withoutHidden } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CommentCard } from './CommentCard';
import { DeletedCard } from './DeletedCard';
import { permalinkTo } from './permalink';
import { isDeleted, type Listed } from './thread-queries';
import type { CommentView } from './view';

interface RepliesProps {
  thread: Thread;
  replies: Listed[];
  view: CommentView;
  unsent: Comment[];
  /** The viewer's new replies, if earlier ones are not loaded. */
  sent?: Listed[];
  /** The button that loads the replies before `sent`. */
  more?: ReactNode;
}

/** The replies below a comment. One that answers another reply links to it. */
export function Replies({ thread, replies, view, unsent, sent = [], more }: RepliesProps) {
  if (replies.length + sent.length + unsent.length === 0) return more;
  const comments = new Map([thread.comment, ...replies, ...sent].map((one) => [one._id, one]));
  const parentOf = ({ parent }: Comment) => comments.get(parent ?? '');
  const answersOf = (reply: Comment) =>
    reply.parent !== undefined &&
    reply.parent !== thread.comment._id && (
      <p className="text-muted text-sm">
        In reply to{' '}
        <Link to={permalinkTo(view.postId, reply.parent)} className="link">
          {nameOf(parentOf(reply))}
        </Link>
      </p>
    );
  const itemOf = (reply: Listed) => (
    // biome-ignore lint/a11y/useSemanticElements: as below
    <div key={reply._id} role="listitem">
      {isDeleted(reply) ? (
        <DeletedCard id={reply._id} kind="Reply" linked={view.linked} accountId={view.viewerId} />
      ) : (
        <CommentCard kind="Reply" comment={reply} view={view} answers={answersOf(reply)} parent={parentOf(reply)} />
      )}
    </div>
  );
  // One array, in which a reply keeps its state when it moves from `sent` to `replies`.
  const items = replies.map(itemOf);
  if (more)
    items.push(
      // biome-ignore lint/a11y/useSemanticElements: as below
      <div key="more" role="listitem">
        {more}
      </div>,
    );
  items.push(...sent.map(itemOf));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the shortcuts find entries by their role
    <div role="list" aria-label="Replies" className="mb-3 ml-4 border-line border-l-2 sm:ml-9">
      {items}
      {unsent.map((reply, place) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={place} role="listitem">
          <CommentCard kind="Reply" comment={reply} view={view} />
        </div>
      ))}
    </div>
  );
}

const nameOf = (reply: Listed | undefined): string => (reply && !isDeleted(reply) ? withoutHidden(reply.name) : 'a deleted reply');
