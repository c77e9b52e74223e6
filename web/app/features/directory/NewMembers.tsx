import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { Position } from '../../ui/profile/Position';
import { UserText } from '../../ui/UserText';
import type { Newcomer } from './newest-profiles';

/** Small rows of members who have joined recently. Each row links to the profile. */
export const NewMembers = ({ members, className = '' }: { members: Newcomer[]; className?: string }) => (
  <ul className={className}>
    {members.map((member) => (
      <li key={member.user._id} className="group relative flex min-w-0 items-center gap-3 py-1.5">
        <Avatar src={member.user.avatar} size={32} lazy />
        <div className="min-w-0">
          <Link
            to={`/dev/profile/${member.user._id}`}
            prefetch="intent"
            className="block truncate font-medium after:absolute after:inset-0 group-hover:underline"
          >
            <UserText text={member.user.name} />
          </Link>
          <p className="truncate text-muted">{member.headline ? <UserText text={member.headline} /> : <Position profile={member} />}</p>
        </div>
      </li>
    ))}
  </ul>
);
