import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, integer, linkOrMail, multilineText, object, optional, type Static, string, text } from './shared/schema.ts';
import { type Visibility, visibilityInput } from './shared/visibility.ts';

/** The site's own pages, at `/dev/about` and so on. Only pages with a text exist. */
export const sitePages = ['about', 'rules', 'privacy'] as const;
export type SitePage = (typeof sitePages)[number];
export const sitePageTitles: Record<SitePage, string> = { about: 'About', rules: 'Rules', privacy: 'Privacy' };

/** Texts of a site whose admin has not set a name or a tagline. */
export const defaultSite = {
  /** At the end of document titles. */
  title: 'Dev Connector Demo',
  /** In the navigation bar and the footer. */
  brand: 'Dev Connector',
  /** Heading of the landing page. */
  heading: 'Developer Connector',
  tagline: 'Create a developer profile/portfolio, share posts and get help from other developers',
} as const;

/** Themes of the résumé pages; the first is the default. */
export const resumeThemes = ['modern', 'serif', 'mono'] as const;
export type ResumeTheme = (typeof resumeThemes)[number];

const page = (title: string) => optional(multilineText({ title, max: limits.sitePage }));

/** The identity of a site, as its admin sets it. A missing or empty field has its default. */
export const siteIdentity = object(
  {
    name: optional(text({ title: 'Name', max: limits.siteName })),
    tagline: optional(text({ title: 'Tagline', max: limits.tagline })),
    accent: optional(text({ title: 'Accent', pattern: '^(#[0-9a-fA-F]{6})?$', invalid: 'Accent must be a colour such as #3046c8' })),
    home: optional(text({ title: 'Home', pattern: '^(resume|community)?$', invalid: 'Home must be resume or community' })),
    resumeTheme: optional(
      text({
        title: 'Résumé theme',
        pattern: `^(${resumeThemes.join('|')})?$`,
        invalid: `Résumé theme must be ${resumeThemes.slice(0, -1).join(', ')} or ${resumeThemes.at(-1)}`,
      }),
    ),
    defaultVisibility: optional(visibilityInput()),
    links: optional(
      array(
        object({
          label: text({ title: 'Label of a link', max: limits.linkLabel, required: 'Each link needs a label before its address' }),
          url: linkOrMail({ title: 'Address of a link', max: limits.website, required: 'Each link needs an address after its label' }),
        }),
        { title: 'Links', maxItems: limits.footerLinks, 'x-invalid': `There can be at most ${limits.footerLinks} links` },
      ),
    ),
    about: page('About'),
    rules: page('Rules'),
    privacy: page('Privacy'),
  },
  { title: 'SiteIdentity' },
);
export type SiteIdentity = Static<typeof siteIdentity>;

export const logoMessages = {
  size: `Logo must be at most ${limits.logo / 1024} KB`,
  type: 'Logo must be a PNG, WebP or JPEG image',
} as const;

/** Data of the site that every screen has. Texts are the admin's or those of `defaultSite`. */
export interface SiteShell {
  title: string;
  brand: string;
  heading: string;
  tagline: string;
  /** Path of the logo. */
  logo?: string;
  /** Style sheet with the colours of the accent, for both themes. */
  accentStyle?: string;
  /** Links of the footer: the site's own pages, those of the admin, and the API. */
  links: Array<{ label: string; url: string }>;
  /** The visibility that the form for a new post starts with. */
  defaultVisibility: Visibility;
  /** Path of the résumé: `/`, or `/resume` if `/` shows the community. */
  resume: string;
}

/** Public facts about the site. `name` and `tagline` are the defaults if the admin has not set them. */
export const readSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'Get the name of the site and its number of members',
  tag: 'Site',
  access: 'anyone',
  reply: object({ name: string(), tagline: string(), members: integer() }, { title: 'Site' }),
});
