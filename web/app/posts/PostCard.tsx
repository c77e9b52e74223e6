import type { Post } from '@dev-connector/contract';
import { memo } from 'react';
import { Link } from 'react-router';
import { Timestamp } from '../ui/dates';
import { withoutHidden } from '../ui/hidden';
import { UserText } from '../ui/UserText';
import { Author } from './Author';
import { DeleteButton } from './DeleteButton';
import { CommentIcon, DislikeIcon, LikeIcon } from './icons';
import { useLike } from './like-queries';
import { fromFeed } from './navigation-state';
import { useDeletePost } from './post-queries';

/** Longer texts are clamped; the discussion shows the whole text. */
const longText = 1500;

/** A post in the feed with its actions. Memoized so that a like renders one post of a long feed. */
export const PostCard = memo(function PostCard({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const { _id: id, text, user, name, avatar, date } = post;
  const isLong = text.length > longText || text.split('\n').length > 20;
  return (
    <article className="card flex flex-col gap-3 p-4 sm:p-5" aria-label={`Post by ${withoutHidden(name)}`}>
      <Author user={user} name={name} avatar={avatar}>
        Posted on <Timestamp date={date} />
      </Author>
      <UserText as="p" className={`prose-text ${isLong ? 'line-clamp-[14]' : ''}`} text={isLong ? text.slice(0, 2 * longText) : text} />
      {isLong && (
        <Link to={`/dev/posts/${id}`} state={fromFeed} prefetch="intent" className="link tap self-start text-sm">
          Read the whole post
        </Link>
      )}
      <Actions post={post} isOwn={isOwn} />
    </article>
  );
});

function Actions({ post: { _id: id, viewer, likeCount, commentCount }, isOwn }: { post: Post; isOwn: boolean }) {
  const like = useLike(id);
  const remove = useDeletePost();
  return (
    <div className="-mx-2 -mb-2 flex flex-wrap items-center gap-1">
      <button
        type="button"
        className="btn btn-ghost btn-sm font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-transparent aria-pressed:text-accent"
        aria-pressed={viewer.liked}
        onClick={() => like(true)}
      >
        <LikeIcon filled={viewer.liked} />
        <span className="sr-only">Like</span>
        {likeCount > 0 && <span>{likeCount.toLocaleString('en')}</span>}
      </button>
      <button type="button" className="btn btn-ghost btn-sm btn-icon" aria-label="Unlike" onClick={() => like(false)}>
        <DislikeIcon />
      </button>
      <Link to={`/dev/posts/${id}`} state={fromFeed} prefetch="intent" className="btn btn-ghost btn-sm font-medium text-sm">
        <CommentIcon />
        Discussion
        {commentCount > 0 && <span>{commentCount.toLocaleString('en')}</span>}
      </Link>
      {isOwn && <DeleteButton label="Delete post" onDelete={() => remove(id)} className="ml-auto" />}
    </div>
  );
}
