import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Position } from '../profiles/Position';
import { Avatar } from '../ui/Avatar';
import { UserText } from '../ui/UserText';
import { memberCountQuery, type Newcomer, newestProfilesQuery } from './landing-queries';

/** Members below which the number says more about the site's age than about its people. */
const minCounted = 10;
/** Number of profiles in the list. */
const listed = 3;

/** The people of the site: their number and the newest of them. */
export function Community() {
  const { data: members } = useQuery(memberCountQuery());
  const { data: newest = [] } = useQuery(newestProfilesQuery());
  if (members === 0) return <p className="text-muted">Nobody has signed up yet.</p>;
  if (newest.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="flex flex-col gap-6 border-line border-t pt-6">
      <header className="flex min-h-6 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="newest" className="font-semibold">
          New here
        </h2>
        {members !== undefined && members >= minCounted && (
          <p className="flex items-center gap-3 text-muted">
            <span className="flex gap-1">
              {newest.map(({ user }) => (
                <Avatar key={user._id} src={user.avatar} size={24} />
              ))}
            </span>
            {members.toLocaleString('en')} members
          </p>
        )}
      </header>
      <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-3">
        {newest.slice(0, listed).map((newcomer) => (
          <Profile key={newcomer.user._id} newcomer={newcomer} />
        ))}
      </ul>
    </section>
  );
}

const Profile = ({ newcomer }: { newcomer: Newcomer }) => {
  const { user, headline } = newcomer;
  return (
    <li className="group relative flex min-w-0 items-start gap-3">
      <Avatar src={user.avatar} size={40} />
      <div className="min-w-0">
        <Link
          to={`/dev/profile/${user._id}`}
          className="wrap-anywhere line-clamp-2 font-medium outline-offset-4 after:absolute after:-inset-2 after:rounded-md group-hover:underline group-hover:underline-offset-3"
        >
          <UserText text={user.name} />
        </Link>
        <p className="wrap-anywhere line-clamp-2 text-muted">{headline ? <UserText text={headline} /> : <Position profile={newcomer} />}</p>
      </div>
    </li>
  );
};
