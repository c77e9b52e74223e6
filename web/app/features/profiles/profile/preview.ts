import { excerptOf, type FeedLink, type Member, memberPath, type Profile, withoutHidden } from '@dev-connector/contract';
import { previewMeta } from '../../site/public-meta';
import { feedLinks } from '../../syndication/feed-queries';

/** Maximum length of the description for search engines and link previews, in code points. */
const descriptionLength = 200;

/** Meta tags of a profile for search engines and link previews (Open Graph). */
export function previewOf(profile: Profile, origin: string, siteTitle: string, feeds: FeedLink[] = []) {
  const { user } = profile;
  const name = withoutHidden(user.name);
  const url = origin + memberPath(user);
  return [
    ...previewMeta({
      siteTitle,
      title: name,
      description: describe(profile),
      type: 'profile',
      picture: `${origin}/dev/profile/${user._id}/og.png`,
      url,
    }),
    ...feedLinks(feeds, name),
  ];
}

/** Meta tags of a member who has public posts, but no profile. */
export function previewWithoutProfile(member: Member, origin: string, siteTitle: string) {
  const name = withoutHidden(member.name);
  const url = origin + memberPath(member);
  const description = `${name} has not filled in a profile yet.`;
  return previewMeta({ siteTitle, title: name, description, type: 'profile', picture: `${origin}/dev/og.png`, url });
}

/** Returns the status and company, such as 'Manager at Acme'. */
const positionOf = ({ status, company }: Profile): string => (company ? `${status} at ${company}` : status);

function describe(profile: Profile): string {
  const { location, skills, bio } = profile;
  const text = [positionOf(profile), location, bio ?? skills.join(', ')].filter(Boolean).join(' · ').replace(/\s+/g, ' ');
  return excerptOf(withoutHidden(text), descriptionLength);
}
