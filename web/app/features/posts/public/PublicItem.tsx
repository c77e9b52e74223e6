import { publicTagPath, withoutHidden } from '@dev-connector/contract';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { formatNumber } from '../../../ui/numbers';
import { UserText } from '../../../ui/UserText';
import { Facts } from '../card/Entry';
import { Day } from './Day';
import type { ListedPost } from './public-queries';

/** A public post in a list for everyone: its title or beginning, which links to it, its author and tags. */
export function PublicItem({ post, isLazy }: { post: ListedPost; isLazy: boolean }) {
  const { path, hasTitle, heading, summary, author, date, likeCount, commentCount, tags } = post;
  return (
    <article className="group relative flex gap-3 px-4 py-5" aria-label={`Post by ${withoutHidden(author.name)}`}>
      <span className="shrink-0 self-start">
        <Avatar src={author.avatar} size={40} lazy={isLazy} />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link to={`/dev/profile/${author.user}`} className="link-quiet wrap-anywhere relative z-1 font-medium">
            <UserText text={author.name} />
          </Link>
          <Facts headline={author.headline} className={author.headline ? 'sm:grow sm:basis-80' : ''}>
            <Day date={date} />
          </Facts>
        </p>
        <h2 className={hasTitle ? 'wrap-anywhere line-clamp-3 font-semibold text-lg' : 'wrap-anywhere line-clamp-4'}>
          <Link to={path} className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3">
            <UserText text={heading} />
          </Link>
        </h2>
        {summary && (
          <p className="wrap-anywhere line-clamp-2 text-muted">
            <UserText text={summary} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-muted text-sm empty:hidden">
          {likeCount > 0 && <span>{counted(likeCount, 'like')}</span>}
          {commentCount > 0 && <span>{counted(commentCount, 'comment')}</span>}
          {tags.map((tag) => (
            <Link key={tag} to={publicTagPath(tag)} className="link-quiet tap wrap-anywhere relative z-1 content-center hover:text-ink">
              <UserText text={`#${tag}`} />
            </Link>
          ))}
        </p>
      </div>
    </article>
  );
}

const counted = (count: number, name: string): string => `${formatNumber(count)} ${name}${count === 1 ? '' : 's'}`;
