import { limits } from './limits.ts';
import { array, link, object, optional, type Static, string, text } from './schema.ts';

/** A link of a profile to any site, as in a response. */
export const profileLink = object({ label: optional(string()), url: string() }, { title: 'ProfileLink' });
export type ProfileLink = Static<typeof profileLink>;

/** The links of a profile in a request. */
export const profileLinks = array(
  object({
    label: optional(text({ title: 'Label', max: limits.linkLabel })),
    url: link({ title: 'Address', max: limits.website, required: 'Address is required' }),
  }),
  {
    title: 'Links',
    maxItems: limits.profileLinks,
    'x-empty': [],
    'x-invalid': `Links must be a list of at most ${limits.profileLinks} links`,
    description:
      'Replaces all links. An empty list, an empty text or null removes them. Links without label and address are ignored. An error names its field, such as `links[0].url`.',
  },
);

/** Sites that a form offers, and whose links need no label. `user` is the address of a user's page without the user name, if it has this form. */
export const linkSites = [
  { name: 'GitHub', host: 'github.com', user: 'https://github.com/' },
  { name: 'GitLab', host: 'gitlab.com', user: 'https://gitlab.com/' },
  { name: 'Mastodon', host: 'mastodon.social', user: 'https://mastodon.social/@' },
  { name: 'Bluesky', host: 'bsky.app', user: 'https://bsky.app/profile/' },
  { name: 'Stack Overflow', host: 'stackoverflow.com' },
] as const;

/** Returns the text of a link: its label, the name of a known site, or the host. */
export function linkName({ label, url }: ProfileLink): string {
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/.exec(url)?.[1] ?? url;
  return label || (linkSites.find((site) => site.host === host)?.name ?? host);
}
