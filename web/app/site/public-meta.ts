import type { MetaDescriptor } from 'react-router';
import { documentTitle, type Matches, originOf, siteOf } from './meta';

/** Title, description and link preview (Open Graph) of a public screen. Without a title, those of the site. */
export function publicMeta(matches: Matches, { title, description }: { title?: string; description?: string } = {}): MetaDescriptor[] {
  const site = siteOf(matches);
  const text = description ?? site.tagline;
  return [
    { title: title ? documentTitle(title, matches) : site.title },
    { name: 'description', content: text },
    { property: 'og:title', content: title ?? site.title },
    { property: 'og:description', content: text },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.title },
    ...pictureMeta(`${originOf(matches)}/dev/og.png`),
  ];
}

/** The picture of a link preview (server/src/pictures), which must be an absolute URL. */
export const pictureMeta = (url: string): MetaDescriptor[] => [
  { property: 'og:image', content: url },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
];
