import { type Post, postPath } from '@dev-connector/contract';
import { useNavigate } from 'react-router';
import { scheduleDeletion } from '../../../api/pending-deletions';
import { lazyPart } from '../../../ui/lazy-part';
import { DeleteButton } from '../../posts/card/DeleteButton';
import { LikeButton } from '../../posts/card/LikeButton';
import { ShareButton } from '../../posts/card/ShareButton';
import { BookmarkButton, EntryMenu } from '../../posts/lazy-parts';
import { usePostShortcuts } from '../../posts/list-keys';

const WatchMenu = lazyPart(async () => (await import('../../notifications/WatchMenu')).WatchMenu, {
  fallback: <span aria-hidden className="btn btn-ghost btn-sm w-28" />,
  missing: null,
});

interface ToolbarProps {
  post: Post;
  isOwn: boolean;
  isFromFeed: boolean;
}

/** The actions of a post above its discussion. */
export function Toolbar({ post, isOwn, isFromFeed }: ToolbarProps) {
  const navigate = useNavigate();
  usePostShortcuts();

  function remove() {
    scheduleDeletion({ kind: 'post', id: post._id, userId: post.user });
    void (isFromFeed ? navigate(-1) : navigate('/dev/posts', { replace: true }));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of fields
    <div
      role="group"
      aria-label="Actions"
      className="bleed flex flex-wrap items-center gap-1 border-line border-y px-1.5 py-1.5 print:hidden"
    >
      <LikeButton post={post} />
      <BookmarkButton post={post} />
      <ShareButton path={postPath(post)} />
      <WatchMenu id={post._id} />
      {isOwn && (
        <>
          <EntryMenu id={post._id} kind="post" discussed={post} className="ml-auto" />
          <DeleteButton label="Delete post" className="mr-1" onDelete={remove} />
        </>
      )}
    </div>
  );
}
