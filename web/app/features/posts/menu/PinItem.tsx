import { useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { MenuItem } from '../../../ui/Menu';
import { usePin } from '../author/author-queries';
import { findPost } from '../post-queries';

/** Item of the author's menu that pins the post to the profile, or unpins it. The menu renders it each time that it opens. */
export function PinItem({ id }: { id: string }) {
  const pin = usePin(id);
  const isPinned = findPost(useQueryClient(), id)?.pinned === true;
  return (
    <MenuItem onClick={() => pin(!isPinned)}>
      {isPinned ? <PinOff /> : <Pin />} {isPinned ? 'Unpin from profile' : 'Pin to profile'}
    </MenuItem>
  );
}
