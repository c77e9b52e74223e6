import { firstLineOf, type Post, postPath, withoutHidden } from '@dev-connector/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Time } from '../../ui/dates';
import { UserText } from '../../ui/UserText';

/** A link in one line, which the whole row follows. */
export const linkOfRow = 'line-clamp-1 wrap-anywhere font-medium after:absolute after:inset-0 group-hover:underline';

export const lineOf = (post: Post) => ({
  path: postPath(post),
  heading: post.title ?? (firstLineOf(post.html) || `Post by ${withoutHidden(post.name)}`),
  date: post.date,
});

interface PostLineProps {
  path: string;
  /** The title or the first line of the post. */
  heading: string;
  date: string;
  /** Shown before the date. */
  mark?: ReactNode;
  /** Shown after the date. */
  children?: ReactNode;
}

/** A post in two lines, which link to it. */
export const PostLine = ({ path, heading, date, mark, children }: PostLineProps) => (
  <li className="group relative py-2.5">
    <Link to={path} className={linkOfRow}>
      <UserText text={heading} />
    </Link>
    <p className="truncate text-muted text-sm">
      {mark}
      <Time date={date} />
      {children}
    </p>
  </li>
);
