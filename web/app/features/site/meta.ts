import { type ShellData, unknownSite } from './site';

/** The matched routes, as a `meta` export gets them. */
export type Matches = ReadonlyArray<{ loaderData?: unknown } | undefined>;

/** The identity of the site. The shell is always the second match, after the root. */
export const siteOf = (matches: Matches) => (matches[1]?.loaderData as ShellData | undefined)?.site ?? unknownSite;

/** The origin of the site. */
export const originOf = (matches: Matches): string => (matches[1]?.loaderData as ShellData | undefined)?.origin ?? '';

/** Title of a document: its own, then that of the site. */
export const documentTitle = (title: string, matches: Matches): string => `${title} · ${siteOf(matches).title}`;

/** Creates a `meta` export that sets the document title, with the description of the site. */
export const titleMeta =
  (title: string) =>
  ({ matches }: { matches: Matches }) => [
    { title: documentTitle(title, matches) },
    { name: 'description', content: siteOf(matches).tagline },
  ];
