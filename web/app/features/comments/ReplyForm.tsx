import { type Comment, limits, withoutHidden } from '@dev-connector/contract';
import { useEffect, useId, useRef } from 'react';
import { Composer } from '../posts/lazy-parts';
import type { Submission } from '../posts/submission';
import { useAddComment } from './comment-actions';

interface ReplyFormProps {
  postId: string;
  accountId: string;
  /** The comment to answer. */
  comment: Comment;
  /** Whether the reply can be public. */
  canBePublic: boolean;
  /** Gets the focus; false for a form with a restored draft, which must not take it. */
  focuses: boolean;
  onClose: () => void;
}

/** Writes a reply below a comment. */
export function ReplyForm({ postId, accountId, comment: { _id, name }, canBePublic, focuses, onClose }: ReplyFormProps) {
  const addComment = useAddComment(postId, accountId);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);

  // The composer may still be loading.
  useEffect(() => {
    if (!focuses) return;
    const focus = () => document.getElementById(id)?.focus();
    void import('../posts/composer/Composer').then(() => requestAnimationFrame(focus)).catch(() => undefined);
  }, [id, focuses]);

  async function send(submission: Submission) {
    await addComment({ ...submission, parent: _id });
    close();
  }

  function close() {
    frame.current?.closest('article')?.querySelector<HTMLElement>('[data-action=reply]')?.focus();
    onClose();
  }

  return (
    <div ref={frame} className="pt-2 pb-3">
      <Composer
        id={id}
        context={`reply:${_id}`}
        label={`Reply to ${withoutHidden(name)}`}
        characterLimit={limits.commentText}
        visibility={canBePublic ? 'public' : undefined}
        send={send}
        onClose={close}
      />
    </div>
  );
}
