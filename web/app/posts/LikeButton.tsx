import type { Post } from '@dev-connector/contract';
import { Heart } from 'lucide-react';
import { Button } from '../ui/Button';
import { useLike } from './like-queries';

/** Likes the post, or takes the like back. Its label says what a press does. */
export function LikeButton({ post: { _id, viewer, likeCount } }: { post: Post }) {
  const like = useLike(_id);
  const label = viewer.liked ? 'Unlike' : 'Like';
  return (
    <Button
      variant="ghost"
      size="sm"
      className={`min-w-14 justify-start ${viewer.liked ? 'text-accent' : 'text-muted'}`}
      title={label}
      data-action="like"
      onClick={() => like(!viewer.liked)}
    >
      <Heart className={viewer.liked ? 'fill-current' : ''} />
      <span className="sr-only">{label}</span>
      {likeCount > 0 && <span className="tabular-nums">{likeCount.toLocaleString('en')}</span>}
    </Button>
  );
}
