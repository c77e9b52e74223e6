import type { MetaDescriptor } from 'react-router';
import { type ShellData, shellRoute, unnamedSite } from './site';

/** The matched routes, as a `meta` export gets them. */
type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>;

const siteOf = (matches: Matches) =>
  (matches.find((match) => match?.id === shellRoute)?.loaderData as ShellData | undefined)?.site ?? unnamedSite;

/** Title of a document: its own, then that of the site. */
export const documentTitle = (title: string, matches: Matches): string => `${title} · ${siteOf(matches).title}`;

/** Creates a `meta` export that sets the document title. */
export const titleMeta =
  (title: string) =>
  ({ matches }: { matches: Matches }) => [{ title: documentTitle(title, matches) }];

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
  ];
}
