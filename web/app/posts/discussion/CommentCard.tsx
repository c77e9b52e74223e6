import type { Comment } from '@dev-connector/contract';
import { memo } from 'react';
import { scheduleDeletion } from '../../deletions/pending';
import { Timestamp } from '../../ui/dates';
import { UserText } from '../../ui/UserText';
import { optimisticId } from '../comment-queries';
import { DeleteButton } from '../DeleteButton';
import { Entry } from '../Entry';
import { EntryMenu } from '../menu/LazyMenu';
import { RenderedText } from '../RenderedText';

interface CommentCardProps {
  postId: string;
  comment: Comment;
  /** Whether the viewer wrote the comment and may delete it. */
  isOwn: boolean;
}

/** A comment. Memoized because a discussion may have hundreds. */
export const CommentCard = memo(function CommentCard({ postId, comment, isOwn }: CommentCardProps) {
  const { _id, user, text, html, date } = comment;
  const isPending = _id === optimisticId;
  const byline = isPending ? (
    'Sending…'
  ) : (
    <>
      Posted on <Timestamp date={date} />
    </>
  );
  const remove = isOwn && !isPending && (
    <span className="-my-0.5 -mr-1.5 flex shrink-0 gap-1">
      <EntryMenu id={_id} kind="comment" />
      <DeleteButton label="Delete comment" onDelete={() => scheduleDeletion({ kind: 'comment', id: _id, postId, userId: user })} />
    </span>
  );
  return (
    <Entry kind="Comment" author={comment} byline={byline} action={remove} className={`pb-4 ${isPending ? 'opacity-70' : ''}`}>
      {isPending ? <UserText as="p" className="prose-text" text={text} /> : <RenderedText html={html} />}
    </Entry>
  );
});
