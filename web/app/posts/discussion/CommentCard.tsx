import type { Comment } from '@dev-connector/contract';
import { memo } from 'react';
import { Timestamp } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { UserText } from '../../ui/UserText';
import { Author } from '../Author';
import { optimisticId, useDeleteComment } from '../comment-queries';
import { DeleteButton } from '../DeleteButton';

interface CommentCardProps {
  postId: string;
  comment: Comment;
  /** Whether the viewer wrote the comment and may delete it. */
  isOwn: boolean;
}

/** A comment. Memoized because a discussion may have hundreds. */
export const CommentCard = memo(function CommentCard({ postId, comment, isOwn }: CommentCardProps) {
  const { _id, user, name, avatar, text, date } = comment;
  const remove = useDeleteComment(postId);
  const isPending = _id === optimisticId;
  return (
    <article
      className={`card flex flex-col gap-3 p-4 sm:p-5 ${isPending ? 'opacity-70' : ''}`}
      aria-label={`Comment by ${withoutHidden(name)}`}
    >
      <div className="flex items-start justify-between gap-2">
        <Author user={user} name={name} avatar={avatar}>
          {isPending ? (
            'Sending…'
          ) : (
            <>
              Posted on <Timestamp date={date} />
            </>
          )}
        </Author>
        {isOwn && !isPending && <DeleteButton label="Delete comment" onDelete={() => remove(_id)} />}
      </div>
      <UserText as="p" className="prose-text" text={text} />
    </article>
  );
});
