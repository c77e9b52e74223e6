import type { Post } from '@dev-connector/contract';
import { Heart } from 'lucide-react';
import { Button } from '../../../ui/Button';
import { formatNumber } from '../../../ui/numbers';
import { useLike } from './like-queries';

/** Likes the post, or takes the like back. */
export const LikeButton = ({ post: { _id, viewer, likeCount } }: { post: Post }) => (
  <LikeToggle liked={viewer.liked} likeCount={likeCount} onLike={useLike(_id)} />
);

interface LikeToggleProps {
  liked: boolean;
  likeCount: number;
  onLike: (liked: boolean) => void;
}

/** The like button of a post or comment. The label names the action. */
export function LikeToggle({ liked, likeCount, onLike }: LikeToggleProps) {
  const label = liked ? 'Unlike' : 'Like';
  return (
    <Button
      variant="ghost"
      size="sm"
      className={liked ? 'text-accent' : 'text-muted'}
      title={label}
      data-action="like"
      onClick={() => onLike(!liked)}
    >
      <Heart className={liked ? 'fill-current' : ''} />
      <span className="sr-only">{label}</span>
      {likeCount > 0 && <span className="tabular-nums">{formatNumber(likeCount)}</span>}
    </Button>
  );
}
