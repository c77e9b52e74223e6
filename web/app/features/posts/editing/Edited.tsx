import { useState } from 'react';
import { Time } from '../../../ui/dates';
import { lazyPart } from '../../../ui/lazy-part';
import type { Target } from './edit-queries';

const History = lazyPart(async () => (await import('./History')).History);

/** The word "edited", with the time. Opens the history. */
export function Edited({ isOwn, target }: { isOwn: boolean; target: Target }) {
  const [isOpen, setOpen] = useState(false);
  const { editedAt = '' } = 'post' in target ? target.post : target.comment;
  return (
    <>
      {' · '}
      <button type="button" className="tap link-quiet pointer-coarse:-my-3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        edited <Time date={editedAt} />
      </button>
      {isOpen && <History isOwn={isOwn} target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
