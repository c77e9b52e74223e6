import { openToOptions, type Profile } from '@dev-connector/contract';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';
import { Position } from '../Position';
import { Links } from './Links';

/**
 * Picture, name, position and links of a developer. The actions stand beside the name; on a phone, beside the picture, which leaves room for them: their late
 * arrival moves nothing.
 */
export function Header({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { user, pronouns, headline, location } = profile;
  return (
    <header className="h-card relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-rows-[auto_1fr] sm:gap-x-7">
      <div className="sm:row-span-2">
        <Avatar src={user.avatar} size={96} />
        <data hidden className="u-photo" value={user.avatar} />
        <data hidden className="u-url u-uid" value={`/dev/profile/${user._id}`} />
      </div>
      <div className="flex flex-col gap-1.5 max-sm:col-span-full">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h1 className="p-name wrap-anywhere text-balance font-semibold text-[clamp(var(--text-xl),3vw,var(--text-2xl))] leading-tight tracking-tight">
            <UserText text={user.name} />
          </h1>
          {pronouns && (
            <p className="wrap-anywhere text-muted text-sm">
              <UserText text={pronouns} />
            </p>
          )}
        </div>
        {headline && (
          <p className="p-note wrap-anywhere max-w-2xl text-pretty">
            <UserText text={headline} />
          </p>
        )}
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          <p className="wrap-anywhere">
            <Position profile={profile} />
          </p>
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
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:col-start-2 max-sm:row-start-1 max-sm:content-center sm:row-span-2 sm:w-72 sm:content-start sm:justify-end">
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-3 empty:hidden max-sm:col-span-full">
        <OpenTo openTo={profile.openTo} />
        <Links profile={profile} />
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
