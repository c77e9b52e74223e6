import { type Post, postPath, withoutHidden } from '@dev-connector/contract';
import { Heart, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { buttonClass } from '../../../ui/Button';
import { formatNumber } from '../../../ui/numbers';
import { Screen } from '../../../ui/Screen';
import { UserText } from '../../../ui/UserText';
import { loginUrl } from '../../accounts/session/login-redirect';
import { Day } from './Day';
import { PublicMark } from './PublicMark';

/** A public post as visitors see it, with its comments as children and the classes of the microformat h-entry (https://microformats.org/wiki/h-entry). */
export function PublicPost({ post, children }: { post: Post; children: ReactNode }) {
  const { title, html, tags, user, name, headline, avatar, date, editedAt, likeCount, commentCount, commentsClosed } = post;
  const author = `/dev/profile/${user}`;
  const path = postPath(post);
  return (
    <Screen width="reading">
      <article className="h-entry">
        {title ? (
          <UserText as="h1" className="p-name wrap-anywhere pb-4 font-semibold text-2xl tracking-tight" text={title} />
        ) : (
          <h1 className="sr-only">{`Post by ${withoutHidden(name)}`}</h1>
        )}
        <div className="flex items-center gap-3 pb-5">
          <Avatar src={avatar} size={40} />
          <div className="flex min-w-0 flex-col gap-0.5">
            <p className="p-author h-card wrap-anywhere">
              <data className="u-photo" value={avatar} />
              <Link to={author} className="p-name u-url link-quiet font-semibold">
                <UserText text={name} />
              </Link>
            </p>
            <p className="flex min-w-0 flex-wrap gap-x-1.5 text-muted text-sm">
              {headline && (
                <span className="basis-full truncate">
                  <UserText text={headline} />
                </span>
              )}
              <a href={path} className="u-url link-quiet">
                <Day className="dt-published" date={date} />
              </a>
              {editedAt && (
                <span>
                  · edited <Day className="dt-updated" date={editedAt} />
                </span>
              )}
              <PublicMark />
            </p>
          </div>
        </div>
        <div className="e-content markdown text-lg leading-relaxed" dangerouslySetInnerHTML={{ __html: html }} />
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5 pt-4">
            {tags.map((tag) => (
              <li key={tag} className="chip text-muted">
                <UserText className="p-category" text={`#${tag}`} />
              </li>
            ))}
          </ul>
        )}
      </article>
      <footer className="for-visitors flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t pt-5 print:hidden">
        <p className="flex gap-4 text-muted">
          <Count icon={<Heart aria-hidden />} count={likeCount} one="like" many="likes" />
          {commentCount > 0 && <Count icon={<MessageSquare aria-hidden />} count={commentCount} one="comment" many="comments" />}
        </p>
        <Link to={loginUrl(path)} className={buttonClass('primary')}>
          {commentsClosed ? 'Sign in to read the discussion' : 'Sign in to read and write comments'}
        </Link>
      </footer>
      {children}
    </Screen>
  );
}

const Count = ({ icon, count, one, many }: { icon: ReactNode; count: number; one: string; many: string }) => (
  <span className="flex items-center gap-1.5 tabular-nums">
    {icon} {formatNumber(count)} {count === 1 ? one : many}
  </span>
);
