import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { formatNumber } from '../../ui/numbers';
import { Position } from '../../ui/profile/Position';
import { UserText } from '../../ui/UserText';
import { type Newcomer, newestProfilesQuery } from '../directory/newest-profiles';
import { memberCountQuery } from './landing-queries';

/** Members below which the number says more about the site's age than about its people. */
const minCounted = 10;
/** Number of profiles in the list. */
const listed = 3;

/** The number of members, with the pictures of the newest. */
export function MemberCount() {
  const { data: members } = useQuery(memberCountQuery());
  const { data: newest = [] } = useQuery(newestProfilesQuery());
  if (members === 0) return <p className="text-muted">Nobody has signed up yet.</p>;
  if (members === undefined || members < minCounted) return null;
  return (
    <p className="flex items-center gap-3 text-muted">
      <span className="flex -space-x-1">
        {newest.map(({ user }) => (
          <span key={user._id} className="flex rounded-full border-2 border-surface">
            <Avatar src={user.avatar} size={32} />
          </span>
        ))}
      </span>
      {formatNumber(members)} members
    </p>
  );
}

/** The newest profiles. */
export function NewestProfiles() {
  const { data: newest = [] } = useQuery(newestProfilesQuery());
  if (newest.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="card min-w-0">
      <h2 id="newest" className="border-line border-b px-5 py-3 font-medium text-muted text-sm">
        New here
      </h2>
      <ul className="list">
        {newest.slice(0, listed).map((newcomer) => (
          <Profile key={newcomer.user._id} newcomer={newcomer} />
        ))}
      </ul>
    </section>
  );
}

const Profile = ({ newcomer }: { newcomer: Newcomer }) => {
  const { user, headline, skills } = newcomer;
  return (
    <li className="group relative flex min-w-0 items-start gap-3 px-5 py-4">
      <Avatar src={user.avatar} size={40} />
      <div className="min-w-0">
        <Link
          to={`/dev/profile/${user._id}`}
          className="wrap-anywhere line-clamp-2 font-semibold outline-offset-4 after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3"
        >
          <UserText text={user.name} />
        </Link>
        <p className="wrap-anywhere line-clamp-2">{headline ? <UserText text={headline} /> : <Position profile={newcomer} />}</p>
        {skills.length > 0 && (
          <p className="mt-1 truncate text-muted text-sm">
            <UserText text={skills.join(' · ')} />
          </p>
        )}
      </div>
    </li>
  );
};
