import { linkSites, type SocialNetwork } from '@dev-connector/contract';

/** Address prefixes of user pages. A résumé may contain only the user name. */
export const userAddresses: Record<SocialNetwork, string> = {
  twitter: 'https://twitter.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
  linkedin: 'https://www.linkedin.com/in/',
  instagram: 'https://www.instagram.com/',
};
/** Address prefixes of user pages on sites that a profile has no field for, by the name of the site in lower-case letters. */
export const siteAddresses: Record<string, string | undefined> = Object.fromEntries(
  linkSites.map((site) => [site.name.toLowerCase().replace(/[^a-z]/g, ''), 'user' in site ? site.user : undefined]),
);

/** Returns the address of a user's page on a site that a profile has no field for. Mastodon has many servers, and a name can contain its own. */
export function siteAddress(site: string, user: string): string {
  const [name = '', server] = user.trim().replace(/^@/, '').split('@');
  if (site === 'mastodon' && server) return URL.canParse(`https://${server}/`) ? `https://${server}/@${encodeURIComponent(name)}` : '';
  const base = siteAddresses[site];
  return base && name && server === undefined ? base + encodeURIComponent(name) : '';
}

export const githubAddress = 'https://github.com/';
