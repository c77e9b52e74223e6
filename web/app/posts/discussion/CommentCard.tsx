import type { Comment } from '@dev-connector/contract';
import { memo } from 'react';
import { Moment } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { Written } from '../../ui/UserText';
import { Author } from '../Author';
import { unsentId, useDeleteComment } from '../comment-queries';
import { DeleteButton } from '../DeleteButton';

interface CommentCardProps {
  postId: string;
  comment: Comment;
  /** Whether the viewer wrote the comment and may delete it. */
  mine: boolean;
}

/** A comment. Memoized because a discussion may have hundreds. */
export const CommentCard = memo(function CommentCard({ postId, comment, mine }: CommentCardProps) {
  const { _id, user, name, avatar, text, date } = comment;
  const remove = useDeleteComment(postId);
  const unsent = _id === unsentId;
  return (
    <article
      className={`panel flex flex-col gap-3 p-4 sm:p-5 ${unsent ? 'opacity-70' : ''}`}
      aria-label={`Comment by ${withoutHidden(name)}`}
    >
      <div className="flex items-start justify-between gap-2">
        <Author user={user} name={name} avatar={avatar}>
          {unsent ? (
            'Sending…'
          ) : (
            <>
              Posted on <Moment date={date} />
            </>
          )}
        </Author>
        {mine && !unsent && <DeleteButton label="Delete comment" onDelete={() => remove(_id)} />}
      </div>
      <Written as="p" className="prose-text" text={text} />
    </article>
  );
});
