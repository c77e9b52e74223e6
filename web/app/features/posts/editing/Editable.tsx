import { withoutHidden } from '@dev-connector/contract';
import { type ReactNode, Suspense } from 'react';
import { useEditorOpen } from '../../drafts/open-editors';
import { EditedButton, Editor } from '../lazy-parts';
import type { Target } from './edit-queries';

interface EditableProps {
  isOwn: boolean;
  target: Target;
  /** The screen's heading among the children, which the editor replaces. */
  heading?: string | undefined;
  children: ReactNode;
}

/** A post or comment, or its editor in the same place while the author edits it. */
export function Editable({ isOwn, target, heading, children }: EditableProps) {
  const isOpen = useEditorOpen(('post' in target ? target.post : target.comment)._id);
  if (!isOpen || !isOwn) return children;
  return (
    <Suspense fallback={children}>
      {heading && <h1 className="sr-only">{withoutHidden(heading)}</h1>}
      <Editor target={target} />
    </Suspense>
  );
}

/** The word "edited" after the date of a text that was edited, which opens its history. */
export const Edited = ({ isOwn, target }: { isOwn: boolean; target: Target }) =>
  ('post' in target ? target.post : target.comment).editedAt && <EditedButton isOwn={isOwn} target={target} />;
