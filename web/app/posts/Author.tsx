import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../ui/Avatar';
import { UserText } from '../ui/UserText';

/** Author of a post or comment, linked to the profile, with the date below the name. */
export function Author({ user, name, avatar, children }: { user: string; name: string; avatar: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <Link to={`/dev/profile/${user}`} prefetch="intent" tabIndex={-1} aria-hidden>
        <Avatar src={avatar} size={40} />
      </Link>
      <div className="min-w-0">
        <Link to={`/dev/profile/${user}`} prefetch="intent" className="link-quiet wrap-anywhere font-semibold">
          <UserText text={name} />
        </Link>
        <p className="text-muted text-sm">{children}</p>
      </div>
    </div>
  );
}
