import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Position } from '../profiles/Position';
import { Avatar } from '../ui/Avatar';
import { UserText } from '../ui/UserText';
import { memberCountQuery, newestProfilesQuery } from './landing-queries';

/** Members below which the number says more about the site's age than about its people. */
const minCounted = 10;
/** Number of profiles in the list. */
const listed = 3;

/** The number of members and the faces of the newest. Nothing on a small site, unless it is empty. */
export function MemberCount() {
  const { data: members } = useQuery(memberCountQuery());
  const { data: newest = [] } = useQuery(newestProfilesQuery());
  if (members === 0) return <p className="text-base">Nobody has signed up yet.</p>;
  if (members === undefined || members < minCounted) return null;
  return (
    <p className="flex items-center gap-3 text-base">
      <span className="flex gap-1">
        {newest.map(({ user }) => (
          <Avatar key={user._id} src={user.avatar} size={24} />
        ))}
      </span>
      {members.toLocaleString('en')} members
    </p>
  );
}

/** The newest profiles, or nothing if there are none. */
export function NewestProfiles() {
  const { data: newest = [] } = useQuery(newestProfilesQuery());
  if (newest.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="min-w-0">
      <h2 id="newest" className="text-muted mb-3 text-sm">
        New here
      </h2>
      <ul className="card divide-y divide-line">
        {newest.slice(0, listed).map((profile) => (
          <li key={profile.user._id} className="relative flex items-center gap-4 p-4 hover:bg-sunken">
            <Avatar src={profile.user.avatar} size={40} />
            <div className="min-w-0">
              <Link
                to={`/dev/profile/${profile.user._id}`}
                className="wrap-anywhere line-clamp-2 font-semibold after:absolute after:inset-0 after:rounded-md"
              >
                <UserText text={profile.user.name} />
              </Link>
              <p className="text-muted wrap-anywhere line-clamp-2 text-base">
                <Position profile={profile} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
