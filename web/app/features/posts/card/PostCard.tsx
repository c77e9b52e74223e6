import { type Post, postPath, withoutHidden } from '@dev-connector/contract';
import { MessageSquare } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { scheduleDeletion, usePendingComments } from '../../../api/pending-deletions';
import { buttonClass } from '../../../ui/Button';
import { Timestamp } from '../../../ui/dates';
import { formatNumber } from '../../../ui/numbers';
import { UserText } from '../../../ui/UserText';
import { PostTags } from '../../tags/PostTags';
import { Editable, Edited } from '../editing/Editable';
import { BookmarkButton, EntryMenu } from '../lazy-parts';
import { fromFeed } from '../navigation-state';
import { PublicMark } from '../public/PublicMark';
import { ClampedText, maxClamped } from './ClampedText';
import { DeleteButton } from './DeleteButton';
import { Entry } from './Entry';
import { LikeButton } from './LikeButton';
import { HeadingAbove } from './RenderedText';
import { ShareButton } from './ShareButton';

/** A post in the feed with its actions. Memoized so that a like renders one post of a long feed. */
export const PostCard = memo(function PostCard({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const byline = (
    <>
      Posted on <Timestamp date={post.date} />
      <Edited isOwn={isOwn} target={{ post }} />
      {post.visibility === 'public' && <PublicMark />}
    </>
  );
  return (
    <Entry kind="Post" author={post} byline={byline} action={isOwn && <OwnActions post={post} />}>
      <Editable isOwn={isOwn} target={{ post }}>
        {post.title ? (
          <Link
            to={postPath(post)}
            state={fromFeed}
            prefetch="intent"
            className="link-quiet wrap-anywhere mt-0.5 line-clamp-3 font-semibold text-lg"
          >
            <UserText as="h2" text={post.title} />
          </Link>
        ) : (
          <HeadingAbove html={post.html}>{`Post by ${withoutHidden(post.name)}`}</HeadingAbove>
        )}
        <ClampedText key={post.version} id={`${post._id} ${post.version}`} html={post.html} isLong={post.text.length > maxClamped} />
        <PostTags post={post} className="pt-2" />
        <Actions post={post} />
      </Editable>
    </Entry>
  );
});

const OwnActions = ({ post: { _id: id, user } }: { post: Post }) => (
  <span className="-my-0.5 -mr-1.5 flex shrink-0 gap-1 max-sm:gap-0 print:hidden">
    <EntryMenu id={id} kind="post" />
    <DeleteButton label="Delete post" onDelete={() => scheduleDeletion({ kind: 'post', id, userId: user })} />
  </span>
);

function Actions({ post }: { post: Post }) {
  const { _id: id } = post;
  const commentCount = post.commentCount - usePendingComments(id);
  return (
    <div className="post-actions -ml-2.5 mt-1 flex flex-wrap items-center gap-1 max-sm:gap-0 print:hidden">
      <LikeButton post={post} />
      <Link
        to={postPath(post)}
        state={fromFeed}
        prefetch="intent"
        className={buttonClass('ghost', 'sm', 'text-muted max-sm:px-1.5')}
        data-action="open"
      >
        <MessageSquare />
        Discussion
        {commentCount > 0 && <span className="tabular-nums">{formatNumber(commentCount)}</span>}
      </Link>
      <BookmarkButton post={post} />
      <ShareButton path={postPath(post)} />
    </div>
  );
}
