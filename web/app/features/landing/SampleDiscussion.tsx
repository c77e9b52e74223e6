import { publicTagPath, withoutHidden } from '@dev-connector/contract';
import { Heart, MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';
import { ClampedText } from '../posts/card/ClampedText';
import { Count } from '../posts/public/Count';
import { Day } from '../posts/public/Day';
import { TagLinks } from '../tags/PostTags';
import type { Sample } from './sample';

/** A public post and its first answer. */
export const SampleDiscussion = ({ sample: { post, answer } }: { sample: Sample }) => (
  <section aria-label="A discussion" className="card min-w-0">
    <article className="flex gap-3 px-5 pt-5 pb-4">
      <span className="shrink-0 self-start">
        <Avatar src={post.author.avatar} size={40} lazy />
      </span>
      <div className="flex min-w-0 grow flex-col">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <UserText className="wrap-anywhere font-semibold" text={post.author.name} />
          <span className="text-muted text-sm">
            <Day date={post.date} />
          </span>
        </p>
        {post.title ? (
          <UserText as="h3" className="wrap-anywhere line-clamp-3 font-semibold text-lg" text={post.title} />
        ) : (
          <h3 className="sr-only">{`Post by ${withoutHidden(post.author.name)}`}</h3>
        )}
        <ClampedText id={post.id} {...post.text} />
        <TagLinks tags={post.tags} pathOf={publicTagPath} className="pt-2" />
      </div>
    </article>
    {answer && (
      <article className="flex gap-3 border-line border-t px-5 py-4 sm:ps-18">
        <span className="shrink-0 self-start">
          <Avatar src={answer.avatar} size={32} lazy />
        </span>
        <div className="flex min-w-0 grow flex-col">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <UserText className="wrap-anywhere font-semibold" text={answer.name} />
            <span className="text-muted text-sm">
              <Day date={answer.date} />
            </span>
          </p>
          <ClampedText id={answer.id} {...answer.text} />
        </div>
      </article>
    )}
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-5 py-3 text-muted text-sm">
      <Count icon={<Heart aria-hidden />} count={post.likeCount} one="like" many="likes" />
      {post.commentCount > 0 && <Count icon={<MessageSquare aria-hidden />} count={post.commentCount} one="comment" many="comments" />}
      <Link to={post.path} className="link tap ms-auto content-center">
        {answer ? 'Read the discussion' : 'Read the post'}
      </Link>
    </p>
  </section>
);
