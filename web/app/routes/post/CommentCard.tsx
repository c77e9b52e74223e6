import type { Comment } from '@dev-connector/contract';
import { unsentId, useDeleteComment } from '../../api/comments';
import { Author } from '../../posts/Author';
import { DeleteButton } from '../../posts/DeleteButton';
import { useSession } from '../../session/session';
import { Moment } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { Written } from '../../ui/Written';

/** A comment; its author can delete it. */
export function CommentCard({ postId, comment: { _id, user, name, avatar, text, date } }: { postId: string; comment: Comment }) {
  const { account } = useSession();
  const { mutate: remove } = useDeleteComment(postId);
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
        {account?._id === user && !unsent && <DeleteButton label="Delete comment" onDelete={() => remove(_id)} />}
      </div>
      <Written as="p" className="prose-text" text={text} />
    </article>
  );
}
