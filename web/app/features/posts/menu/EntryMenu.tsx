import type { Post } from '@dev-connector/contract';
import { Ellipsis, Pencil } from 'lucide-react';
import { Menu, MenuItem } from '../../../ui/Menu';
import { openEditor } from '../../drafts/open-editors';
import { DiscussionItems } from './DiscussionItems';
import { PinItem } from './PinItem';

interface EntryMenuProps {
  /** Id of the post or comment. */
  id: string;
  kind: 'post' | 'comment';
  /** In the discussion of a post: adds the items about its comments. */
  discussed?: Post;
}

/** Menu of the author: edit, pin a post, close it for comments, and say who can read them. */
export const EntryMenu = ({ id, kind, discussed }: EntryMenuProps) => (
  <Menu label={`More actions for your ${kind}`} className="btn btn-ghost btn-sm btn-icon text-muted" trigger={<Ellipsis />}>
    <MenuItem onClick={() => openEditor(id)}>
      <Pencil /> Edit
    </MenuItem>
    {kind === 'post' && <PinItem id={id} />}
    {discussed && <DiscussionItems post={discussed} />}
  </Menu>
);
