import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';

interface PersonRowProps {
  user: { _id: string; name: string; avatar: string };
  /** A button at the end. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A member in a list. The whole row links to the profile. */
export const PersonRow = ({ user, action, children }: PersonRowProps) => (
  <article className="group relative flex items-start gap-3 py-3">
    <Avatar src={user.avatar} size={40} lazy />
    <div className="min-w-0 grow">
      <Link
        to={`/dev/profile/${user._id}`}
        prefetch="intent"
        className="wrap-anywhere line-clamp-2 font-semibold after:absolute after:inset-0 group-hover:underline"
      >
        <UserText text={user.name} />
      </Link>
      {children}
    </div>
    {action && <div className="relative mt-1.5 shrink-0 pointer-coarse:mt-0">{action}</div>}
  </article>
);
