import { memberPath, openToOptions, type Profile } from '@dev-connector/contract';
import { ArrowLeft, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/Avatar';
import { Position } from '../../../ui/profile/Position';
import { UserText } from '../../../ui/UserText';
import { Links } from './Links';

export const BackToProfiles = () => (
  <nav aria-label="Profile" className="flex min-h-9 items-center">
    <Link to="/dev/profiles" className="tap link-quiet inline-flex items-center gap-1.5 text-muted hover:text-ink">
      <ArrowLeft />
      Back to Profiles
    </Link>
  </nav>
);

interface HeaderProps {
  user: Profile['user'];
  /** Of a member who has one. */
  profile?: Profile;
  /** The actions. */
  children: ReactNode;
}

/** Picture, name, position and links of a member. The actions are beside the name, on narrow screens beside the picture; the layout reserves their space while they load. */
export function Header({ user, profile, children }: HeaderProps) {
  const { pronouns, headline, location } = profile ?? {};
  return (
    <header className="h-card grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr] lg:gap-x-7">
      <div className="lg:row-span-2">
        <Avatar src={user.avatar} size={96} />
        <data hidden className="u-photo" value={user.avatar} />
        <data hidden className="u-url u-uid" value={memberPath(user)} />
      </div>
      <div className="flex flex-col gap-1.5 max-lg:col-span-full">
        <div className="wrap-anywhere">
          <h1 className="p-name text-balance font-semibold text-[clamp(var(--text-xl),3vw,var(--text-2xl))] leading-tight tracking-tight">
            <UserText text={user.name} />
          </h1>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            {user.handle && <span>@{user.handle}</span>}
            {pronouns && <UserText text={pronouns} />}
          </p>
        </div>
        {headline && (
          <p className="p-note wrap-anywhere max-w-2xl text-pretty">
            <UserText text={headline} />
          </p>
        )}
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-muted empty:hidden">
          {profile && (
            <p className="wrap-anywhere">
              <Position profile={profile} />
            </p>
          )}
          {location && (
            <p className="flex min-w-0 gap-1">
              <MapPin className="mt-0.5" aria-hidden />
              <span className="p-locality wrap-anywhere min-w-0">
                <UserText text={location} />
              </span>
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:col-start-2 max-lg:row-start-1 max-lg:content-center lg:row-span-2 lg:w-72 lg:content-start lg:justify-end lg:text-end print:hidden">
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-3 empty:hidden max-lg:col-span-full">
        {profile && (
          <>
            <OpenTo openTo={profile.openTo} />
            <Links profile={profile} />
          </>
        )}
      </div>
    </header>
  );
}

function OpenTo({ openTo }: Pick<Profile, 'openTo'>) {
  if (openTo.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span id="open-to" className="mr-0.5 text-muted text-sm">
        Open to
      </span>
      <ul aria-labelledby="open-to" className="flex flex-wrap gap-1.5">
        {openToOptions
          .filter(({ value }) => openTo.includes(value))
          .map(({ value, label }) => (
            <li key={value} className="chip">
              {label}
            </li>
          ))}
      </ul>
    </div>
  );
}
