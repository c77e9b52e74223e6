import { Link, type LinkProps, useInRouterContext } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { StaticHtml } from '../../ui/StaticHtml';
import { UserText } from '../../ui/UserText';
import { Position } from '../Position';
import type { Developer } from '../profile-queries';
import { Skills } from '../Skills';

/** Card of a developer in the directory. The whole card links to the profile. */
export const DeveloperCard = ({ developer }: { developer: Developer }) => (
  <StaticHtml component={Summary} data={developer} className="card relative flex h-full flex-col gap-4 p-4 hover:border-accent" />
);

function Summary({ data: developer }: { data: Developer }) {
  const { user, location, skills } = developer;
  const nameId = `name-${user._id}`;
  return (
    <>
      <div className="flex items-start gap-3">
        <Avatar src={user.avatar} size={40} lazy />
        <div className="min-w-0">
          <h2 id={nameId} className="wrap-anywhere line-clamp-2 font-semibold">
            <UserText text={user.name} />
          </h2>
          <p className="wrap-anywhere line-clamp-2 text-sm">
            <Position profile={developer} />
          </p>
          {location && (
            <p className="text-muted truncate text-sm">
              <UserText text={location} />
            </p>
          )}
        </div>
      </div>
      <Skills skills={skills} />
      <CardLink
        to={`/dev/profile/${user._id}`}
        aria-describedby={nameId}
        className="link mt-auto self-start text-sm after:absolute after:inset-0 after:rounded-md"
      >
        View Profile
      </CardLink>
    </>
  );
}

/** Renders a plain `a` outside a router, which is the case when the server renders cached HTML. */
function CardLink({ to, ...attributes }: LinkProps & { to: string }) {
  return useInRouterContext() ? <Link to={to} prefetch="intent" discover="none" {...attributes} /> : <a href={to} {...attributes} />;
}
