import { openToText } from '@dev-connector/contract';
import { Link, type LinkProps, useInRouterContext } from 'react-router';
import { Avatar } from '../../ui/Avatar';
import { buttonClass } from '../../ui/Button';
import { Position } from '../../ui/profile/Position';
import { Skills } from '../../ui/profile/Skills';
import { StaticHtml } from '../../ui/StaticHtml';
import { UserText } from '../../ui/UserText';
import type { Developer } from './directory-queries';

/** Card of a developer in the directory. The whole card links to the profile. Cards in a row align their three parts. */
export const DeveloperCard = ({ developer }: { developer: Developer }) => (
  <StaticHtml
    component={Summary}
    data={developer}
    className="card relative row-span-3 grid h-full grid-cols-1 grid-rows-subgrid gap-3 p-4 transition-colors hover:border-edge has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
  />
);

function Summary({ data: developer }: { data: Developer }) {
  const { user, headline, location, skills, openTo } = developer;
  const nameId = `name-${user._id}`;
  return (
    <>
      <div className="flex flex-col gap-3">
        <div className="flex items-start gap-3">
          <Avatar src={user.avatar} size={40} lazy />
          <div className="min-w-0">
            <h2 id={nameId} className="wrap-anywhere line-clamp-2 font-semibold">
              <UserText text={user.name} />
            </h2>
            <p className="wrap-anywhere line-clamp-2 text-muted text-sm">
              <Position profile={developer} />
            </p>
            <p className="wrap-anywhere line-clamp-2 text-muted text-sm empty:hidden">
              {location && <UserText text={location} />}
              {location && user.handle && ' · '}
              {user.handle && `@${user.handle}`}
            </p>
          </div>
        </div>
        {headline && (
          <p className="wrap-anywhere line-clamp-2">
            <UserText text={headline} />
          </p>
        )}
      </div>
      <Skills skills={skills} />
      <div className="flex items-center justify-between gap-3 pt-1 text-sm">
        {/* The card shows the focus, because the link covers it. */}
        <CardLink
          to={`/dev/profile/${user._id}`}
          aria-describedby={nameId}
          className={buttonClass('neutral', 'sm', 'shrink-0 outline-none after:absolute after:inset-0 after:rounded-md')}
        >
          View Profile
        </CardLink>
        {openTo.length > 0 && <span className="truncate text-muted">{openToText(openTo)}</span>}
      </div>
    </>
  );
}

/** Renders a plain `a` outside a router, which is the case when the server renders cached HTML. */
function CardLink({ to, ...attributes }: LinkProps & { to: string }) {
  return useInRouterContext() ? <Link to={to} prefetch="intent" discover="none" {...attributes} /> : <a href={to} {...attributes} />;
}
