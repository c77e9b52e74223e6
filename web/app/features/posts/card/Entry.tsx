import { withoutHidden } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { UserText } from '../../../ui/UserText';

export interface Author {
  /** Id of the author. */
  user: string;
  name: string;
  headline?: string;
  avatar: string;
}

interface EntryProps {
  id?: string | undefined;
  kind: 'Post' | 'Comment' | 'Reply';
  author: Author;
  /** Secondary text after the name, such as the date. */
  byline: ReactNode;
  /** A button at the end of the first line. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A post or comment in a list: picture, name, byline and text. Shortcuts move the focus between entries (list-keys.ts). */
export const Entry = ({ id, kind, author, byline, action, className = '', children }: EntryProps) => (
  <article
    id={id}
    tabIndex={-1}
    aria-label={`${kind} by ${withoutHidden(author.name)}`}
    className={`flex gap-3 rounded-md px-4 pt-4 pb-2 -outline-offset-2 ${className}`}
  >
    <AuthorPicture author={author} size={kind === 'Reply' ? 28 : 40} />
    <div className="flex min-w-0 grow flex-col">
      <div className="flex items-start justify-between gap-2">
        <Byline author={author}>{byline}</Byline>
        {action}
      </div>
      {children}
    </div>
  </article>
);

/** Picture of the author, linked to the profile. Hidden from screen readers and the Tab key, because the name is a link, too. */
export const AuthorPicture = ({ author: { user, avatar }, size = 40 }: { author: Author; size?: 28 | 40 }) => (
  <Link to={`/dev/profile/${user}`} prefetch="intent" tabIndex={-1} aria-hidden className="shrink-0 self-start">
    <Avatar src={avatar} size={size} lazy />
  </Link>
);

/** Name of the author, linked to the profile, the headline where there is room, and the date. With a long name they move to the next line. */
const Byline = ({ author, children }: { author: Author; children: ReactNode }) => (
  <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
    <AuthorName author={author} />
    <Facts headline={author.headline} className={author.headline ? 'sm:grow sm:basis-80' : ''}>
      {children}
    </Facts>
  </p>
);

/** As `Byline`, with the handle, on two lines. */
export const LargeByline = ({ author, handle, children }: { author: Author; handle: string | undefined; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <AuthorName author={author} />
      {handle && <span className="text-muted text-sm">@{handle}</span>}
    </p>
    <p>
      <Facts headline={author.headline}>{children}</Facts>
    </p>
  </div>
);

const AuthorName = ({ author: { user, name } }: { author: Author }) => (
  <Link to={`/dev/profile/${user}`} prefetch="intent" className="link-quiet wrap-anywhere font-semibold">
    <UserText text={name} />
  </Link>
);

/** The headline of an author, where there is room, before secondary text. */
export const Facts = ({
  headline,
  className = '',
  children,
}: {
  headline: string | undefined;
  className?: string;
  children: ReactNode;
}) => (
  <span className={`flex min-w-0 items-baseline gap-x-1.5 text-muted text-sm ${className}`}>
    {headline && (
      <>
        <span className="truncate max-sm:hidden">
          <UserText text={headline} />
        </span>
        <span aria-hidden className="max-sm:hidden">
          ·
        </span>
      </>
    )}
    <span className="sm:shrink-0">{children}</span>
  </span>
);
