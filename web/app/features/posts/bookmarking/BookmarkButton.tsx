import type { Post } from '@dev-connector/contract';
import { Bookmark, Folder } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/Button';
import { UserText } from '../../../ui/UserText';
import { useBookmark } from './bookmark';
import { FolderDialog } from './FolderDialog';

/** Bookmarks the post, or removes the bookmark. A bookmarked post has a second button for its folder. */
export function BookmarkButton({ post: { _id: id, viewer } }: { post: Post }) {
  const change = useBookmark(id);
  const [isChoosing, setChoosing] = useState(false);
  const { bookmarked, folder } = viewer;
  return (
    <>
      <IconButton
        size="sm"
        label="Bookmark"
        aria-pressed={bookmarked}
        className={bookmarked ? 'text-accent' : 'text-muted'}
        data-action="bookmark"
        onClick={() => change({ bookmarked: !bookmarked })}
      >
        <Bookmark className={bookmarked ? 'fill-current' : ''} />
      </IconButton>
      {bookmarked && (
        <Button
          variant="ghost"
          size="sm"
          title="Choose a folder"
          aria-label={folder ? `Folder: ${folder}` : 'Choose a folder'}
          aria-haspopup="dialog"
          className="min-w-0 max-w-36 text-muted"
          data-action="folder"
          onClick={() => setChoosing(true)}
        >
          <Folder className={folder ? 'fill-current' : ''} />
          {folder && (
            <span className="truncate max-sm:sr-only">
              <UserText text={folder} />
            </span>
          )}
        </Button>
      )}
      {isChoosing && (
        <FolderDialog
          current={folder}
          onChoose={(chosen) => change({ bookmarked: true, folder: chosen })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
