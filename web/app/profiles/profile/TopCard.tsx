import { networkNames, type Profile, socialNetworks } from '@dev-connector/contract';
import type { ComponentType } from 'react';
import { Avatar } from '../../ui/Avatar';
import { UserText } from '../../ui/UserText';
import { isWebAddress, WebLink } from '../../ui/WebLink';
import { Position } from '../Position';
import { FacebookIcon, InstagramIcon, LinkedinIcon, TwitterIcon, WebsiteIcon, YoutubeIcon } from './icons';

interface ProfileLink {
  label: string;
  href: string | undefined;
  Icon: ComponentType;
}

const icons = { twitter: TwitterIcon, facebook: FacebookIcon, youtube: YoutubeIcon, linkedin: LinkedinIcon, instagram: InstagramIcon };

/** Name, position and links of a developer. */
export function TopCard({ profile }: { profile: Profile }) {
  const { user, website, social, location } = profile;
  const candidates: ProfileLink[] = [
    { label: 'Website', href: website, Icon: WebsiteIcon },
    ...socialNetworks.map((network) => ({ label: networkNames[network], href: social[network], Icon: icons[network] })),
  ];
  const links = candidates.flatMap(({ href, ...link }) => (isWebAddress(href) ? [{ href, ...link }] : []));
  return (
    <div className="card flex flex-col items-center gap-6 p-6 text-center sm:flex-row sm:items-center sm:text-left">
      <Avatar src={user.avatar} size={96} />
      <div className="flex w-full min-w-0 flex-col gap-1">
        <h1 className="wrap-anywhere font-semibold text-xl">
          <UserText text={user.name} />
        </h1>
        <p className="wrap-anywhere">
          <Position profile={profile} />
        </p>
        {location && (
          <p className="text-muted wrap-anywhere">
            <UserText text={location} />
          </p>
        )}
        {links.length > 0 && (
          <ul aria-label="Links" className="-mx-2.5 flex flex-wrap max-sm:justify-center">
            {links.map(({ label, href, Icon }) => (
              <li key={label}>
                <WebLink
                  href={href}
                  aria-label={label}
                  title={label}
                  className="text-muted flex size-11 items-center justify-center rounded-md hover:bg-sunken hover:text-ink"
                >
                  <Icon />
                </WebLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
