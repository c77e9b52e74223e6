import type { ReactNode } from 'react';
import { UnsentText } from '../drafts/UnsentText';
import { useFocus } from './CommentCard';
import { elementId, type Linked } from './permalink';

interface DeletedCardProps {
  id: string;
  kind: 'Comment' | 'Reply';
  linked: Linked | undefined;
  accountId: string;
  children?: ReactNode;
}

/** Stands for a deleted comment that has replies. */
export function DeletedCard({ id, kind, linked, accountId, children }: DeletedCardProps) {
  const isLinked = id === linked?.id;
  useFocus(id, isLinked ? linked.key : undefined);
  return (
    <article
      id={elementId(id)}
      tabIndex={-1}
      aria-label={`${kind} deleted`}
      className={`flex items-center gap-3 rounded-md px-4 pt-4 pb-2 -outline-offset-2 ${isLinked ? 'bg-sunken shadow-[inset_3px_0_0_var(--color-accent)]' : ''}`}
    >
      <span aria-hidden className="size-10 shrink-0 rounded-full border border-line border-dashed" />
      <div className="flex flex-wrap items-center gap-x-2 text-muted">
        <p className="italic">{kind} deleted</p>
        {children}
        <UnsentText accountId={accountId} contexts={[`reply:${id}`, `edit:${id}`]} />
      </div>
    </article>
  );
}
