import { type FeedLink, type Profile, withoutHidden } from '@dev-connector/contract';
import { pictureMeta } from '../../site/public-meta';
import { feedLinks } from '../../subscribe/feed-queries';

/** Maximum length of the description for search engines and link previews, in code points. */
const descriptionLength = 200;

/** Meta tags of a profile for search engines and link previews (Open Graph). */
export function previewOf(profile: Profile, origin: string, siteTitle: string, feeds: FeedLink[] = []) {
  const { user } = profile;
  const name = withoutHidden(user.name);
  const url = `${origin}/dev/profile/${user._id}`;
  const description = describe(profile);
  return [
    { title: `${name} · ${siteTitle}` },
    { name: 'description', content: description },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'profile' },
    ...pictureMeta(`${url}/og.png`),
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: siteTitle },
    { tagName: 'link' as const, rel: 'canonical', href: url },
    ...feedLinks(feeds, name),
  ];
}

/** Returns the status and company, such as 'Manager at Acme'. */
const positionOf = ({ status, company }: Profile): string => (company ? `${status} at ${company}` : status);

function describe(profile: Profile): string {
  const { location, skills, bio } = profile;
  const text = [positionOf(profile), location, bio ?? skills.join(', ')].filter(Boolean).join(' · ').replace(/\s+/g, ' ');
  const letters = [...withoutHidden(text)];
  return letters.length > descriptionLength ? `${letters.slice(0, descriptionLength - 1).join('')}…` : letters.join('');
}
