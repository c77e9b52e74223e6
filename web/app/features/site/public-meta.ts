import type { MetaDescriptor } from 'react-router';
import { type Matches, originOf, siteOf } from './meta';

/** Title, description and link preview (Open Graph) of a public screen. Without a title, those of the site. `path`: the address that search engines should know. */
export function publicMeta(
  matches: Matches,
  { title, description, path }: { title?: string; description?: string; path?: string } = {},
): MetaDescriptor[] {
  const site = siteOf(matches);
  return previewMeta({
    siteTitle: site.title,
    title,
    description: description ?? site.tagline,
    type: 'website',
    picture: `${originOf(matches)}/dev/og.png`,
    ...(path && { url: originOf(matches) + path }),
  });
}

interface Preview {
  siteTitle: string;
  /** Absent: that of the site. */
  title?: string | undefined;
  description: string;
  type: 'website' | 'profile' | 'article';
  /** Absolute URL of the picture (server/src/features/previews). */
  picture: string;
  /** Absolute URL of the screen, if search engines should know no other. */
  url?: string;
}

/** Title, description and link preview (Open Graph). */
export const previewMeta = ({ siteTitle, title, description, type, picture, url }: Preview): MetaDescriptor[] => [
  { title: title ? `${title} · ${siteTitle}` : siteTitle },
  { name: 'description', content: description },
  { property: 'og:title', content: title ?? siteTitle },
  { property: 'og:description', content: description },
  { property: 'og:type', content: type },
  { property: 'og:site_name', content: siteTitle },
  { property: 'og:image', content: picture },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
  ...(url
    ? [
        { property: 'og:url', content: url },
        { tagName: 'link' as const, rel: 'canonical', href: url },
      ]
    : []),
];
