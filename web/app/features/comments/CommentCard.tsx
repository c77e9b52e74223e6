import type { Comment } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { scheduleDeletion } from '../../api/pending-deletions';
import { Button } from '../../ui/Button';
import { Timestamp } from '../../ui/dates';
import { UserText } from '../../ui/UserText';
import { hasDraft } from '../drafts/stored-drafts';
import { DeleteButton } from '../posts/card/DeleteButton';
import { Entry } from '../posts/card/Entry';
import { LikeToggle } from '../posts/card/LikeButton';
import { RenderedText } from '../posts/card/RenderedText';
import { Editable, Edited } from '../posts/editing/Editable';
import { EntryMenu } from '../posts/lazy-parts';
import { PublicMark } from '../posts/public/PublicMark';
import { optimisticId, useLikeComment } from './comment-actions';
import { elementId, permalinkTo } from './permalink';
import { ReplyForm } from './ReplyForm';
import { showComment } from './thread-cache';
import type { Listed } from './thread-queries';
import { type CommentView, isNew } from './view';

interface CommentCardProps {
  comment: Comment;
  view: CommentView;
  kind?: 'Comment' | 'Reply';
  /** Link to the reply that this one answers. */
  answers?: ReactNode;
  /** The comment that this one answers. */
  parent?: Listed | undefined;
  /** Further actions. */
  children?: ReactNode;
}

/** A comment or reply. Memoized because a discussion may have hundreds. */
export const CommentCard = memo(function CommentCard({ comment, view, kind = 'Comment', answers, parent, children }: CommentCardProps) {
  const { _id, user, text, html, date, viewer, likeCount } = comment;
  const { postId, viewerId, isClosed, canBePublic, linked } = view;
  const isPublic = canBePublic && comment.visibility === 'public';
  const mayBePublic = isPublic || (canBePublic && (parent ? 'visibility' in parent && parent.visibility === 'public' : !comment.parent));
  const isPending = _id === optimisticId;
  const isOwn = user === viewerId;
  const isLinked = _id === linked?.id;
  const [form, setForm] = useState<'focused' | 'restored' | undefined>(() => {
    if (isLinked && linked.isReply) return 'focused';
    return hasDraft(viewerId, `reply:${_id}`) ? 'restored' : undefined;
  });
  const like = useLikeComment(postId, _id);
  const target = {
    comment,
    postId,
    mayBePublic,
    show: (queries: QueryClient, edited: Comment) => showComment(queries, postId, edited),
  };
  useFocus(_id, isLinked && !linked.isReply ? linked.key : undefined);

  const byline = isPending ? (
    'Sending…'
  ) : (
    <>
      {comment.handle && <span className="max-sm:hidden">@{comment.handle} · </span>}
      Posted on{' '}
      <Link to={permalinkTo(postId, _id)} className="link-quiet">
        <Timestamp date={date} />
      </Link>
      <Edited isOwn={isOwn} target={target} />
      {isPublic && <PublicMark />}
      {isNew(comment, view) && <span className="ml-2 font-medium text-accent">New</span>}
      {isLinked && <span className="chip ml-2">Linked {kind.toLowerCase()}</span>}
    </>
  );
  const ownActions = isOwn && !isPending && (
    <span className="-my-0.5 -mr-1.5 flex shrink-0 gap-1">
      <EntryMenu id={_id} kind="comment" />
      <DeleteButton
        label={`Delete ${kind.toLowerCase()}`}
        onDelete={() => scheduleDeletion({ kind: 'comment', id: _id, postId, userId: user })}
      />
    </span>
  );
  return (
    <Entry
      id={isPending ? undefined : elementId(_id)}
      kind={kind}
      author={comment}
      byline={byline}
      action={ownActions}
      className={`${isPending ? 'pb-4 opacity-70' : ''} ${isLinked ? 'bg-sunken shadow-[inset_3px_0_0_var(--color-accent)]' : ''}`}
    >
      {answers}
      <Editable isOwn={isOwn} target={target}>
        {isPending ? <UserText as="p" className="prose-text" text={text} /> : <RenderedText html={html} />}
      </Editable>
      {!isPending && (
        <div className="-ml-2.5 flex flex-wrap items-center gap-1 print:hidden">
          <LikeToggle liked={viewer?.liked === true} likeCount={likeCount} onLike={(liked) => like({ liked, before: comment })} />
          {!isClosed && (
            <Button
              variant="ghost"
              size="sm"
              className="text-muted"
              data-action="reply"
              aria-expanded={form !== undefined}
              onClick={() => setForm(form ? undefined : 'focused')}
            >
              Reply
            </Button>
          )}
          {children}
        </div>
      )}
      {form && !isClosed && (
        <ReplyForm
          postId={postId}
          accountId={viewerId}
          comment={comment}
          canBePublic={isPublic}
          focuses={form === 'focused'}
          onClose={() => setForm(undefined)}
        />
      )}
    </Entry>
  );
});

/** Focuses a comment and scrolls to it whenever `key` changes. */
export function useFocus(id: string, key: string | undefined): void {
  useEffect(() => {
    if (key === undefined) return;
    // After the router has restored the scroll position, and the thread is open.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(elementId(id));
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, key]);
}
