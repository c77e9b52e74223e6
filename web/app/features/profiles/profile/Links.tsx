import { linkName, networkNames, type Profile, socialNetworks } from '@dev-connector/contract';
import { Globe, Link } from 'lucide-react';
import type { ComponentType } from 'react';
import { UserText } from '../../../ui/UserText';
import { isWebAddress, WebLink } from '../../../ui/WebLink';
import { FacebookIcon, InstagramIcon, LinkedinIcon, TwitterIcon, YoutubeIcon } from './icons';

interface NamedLink {
  name: string;
  href: string;
  Icon: ComponentType;
}

const icons = { twitter: TwitterIcon, facebook: FacebookIcon, youtube: YoutubeIcon, linkedin: LinkedinIcon, instagram: InstagramIcon };

function linksOf({ website, social, links }: Profile): NamedLink[] {
  const candidates = [
    { name: 'Website', href: website, Icon: Globe },
    ...socialNetworks.map((network) => ({ name: networkNames[network], href: social[network], Icon: icons[network] })),
    ...links.map((link) => ({ name: linkName(link), href: link.url, Icon: Link })),
  ];
  return candidates.flatMap(({ href, ...link }) => (isWebAddress(href) ? [{ href, ...link }] : []));
}

/** The website, the social networks and the further links of a developer. */
export function Links({ profile }: { profile: Profile }) {
  const links = linksOf(profile);
  if (links.length === 0) return null;
  return (
    <ul aria-label="Links" className="flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ name, href, Icon }, index) => (
        <li key={index} className="min-w-0">
          <WebLink href={href} title={href} className="tap link-quiet flex items-center gap-1.5 text-muted text-sm hover:text-ink">
            <Icon />
            <span className="wrap-anywhere min-w-0">
              <UserText text={name} />
            </span>
          </WebLink>
        </li>
      ))}
    </ul>
  );
}
