import { openToText, type Resume } from '@dev-connector/contract';
import { formatPeriod, type Period } from './dates.ts';
import { languageOf } from './language.ts';

/** A job, school, project, certificate or similar. */
export interface Entry {
  /** Anchor on the page, of jobs and education. */
  id?: string;
  title: string;
  /** Link target of the title. */
  href?: string | undefined;
  /** The organization: employer, school or issuer. */
  organization?: string | undefined;
  organizationUrl?: string | undefined;
  place?: string | undefined;
  /** Kind of project, and roles in it. */
  details?: string[];
  when: Period;
  text?: string | undefined;
  highlights: string[];
  keywords: string[];
  repository?: string | undefined;
}

export interface Section {
  id: string;
  title: string;
  text?: string | undefined;
  entries?: Entry[];
  /** Lists of keywords with a name. */
  groups?: Array<{ name: string; keywords: string[] }>;
}

/** Returns a résumé's sections in the order in which page and PDF show them, without empty sections and fields. */
export function outline(resume: Resume): Section[] {
  const { basics, work, volunteer, education, awards, certificates, publications, skills, languages, interests, references, projects } =
    resume;
  const sections: Section[] = [
    { id: 'about', title: 'About', text: basics?.summary },
    {
      id: 'projects',
      title: 'Sample projects',
      entries: projects?.map((item) =>
        entry({
          title: item.name,
          href: item.url,
          organization: item.entity,
          details: [item.type, ...(item.roles ?? [])].filter(hasText),
          when: period(item),
          text: item.description,
          highlights: item.highlights,
          keywords: item.keywords,
          repository: item['x-repository'],
        }),
      ),
    },
    { id: 'skills', title: 'Skills', groups: skills && skillGroups(skills) },
    {
      id: 'experience',
      title: 'Experience',
      entries: work?.map((item, index) =>
        entry({
          id: entryId('experience', index),
          title: item.position,
          organization: item.name,
          organizationUrl: item.url,
          place: item.location,
          when: period(item),
          text: joined([item.description, item.summary], '\n'),
          highlights: item.highlights,
        }),
      ),
    },
    {
      id: 'education',
      title: 'Education',
      entries: education?.map((item, index) =>
        entry({
          id: entryId('education', index),
          title: joined([item.studyType, item.area], ', '),
          organization: item.institution,
          organizationUrl: item.url,
          when: period(item),
          text: joined([item.score && `Score: ${item.score}`, item['x-description']], '\n'),
          highlights: item.courses,
        }),
      ),
    },
    {
      id: 'certifications',
      title: 'Certifications',
      entries: certificates?.map((item) => entry({ title: item.name, href: item.url, organization: item.issuer, when: single(item.date) })),
    },
    {
      id: 'awards',
      title: 'Awards',
      entries: awards?.map((item) => entry({ title: item.title, organization: item.awarder, when: single(item.date), text: item.summary })),
    },
    {
      id: 'publications',
      title: 'Publications',
      entries: publications?.map((item) =>
        entry({ title: item.name, href: item.url, organization: item.publisher, when: single(item.releaseDate), text: item.summary }),
      ),
    },
    {
      id: 'volunteering',
      title: 'Volunteering',
      entries: volunteer?.map((item) =>
        entry({
          title: item.position,
          organization: item.organization,
          organizationUrl: item.url,
          when: period(item),
          text: item.summary,
          highlights: item.highlights,
        }),
      ),
    },
    { id: 'languages', title: 'Languages', groups: languages?.map(({ language, fluency }) => group(language, undefined, [fluency])) },
    { id: 'interests', title: 'Interests', groups: interests?.map(({ name, keywords }) => group(name, undefined, keywords)) },
    {
      id: 'references',
      title: 'References',
      entries: references?.map((item) => entry({ title: item.name, when: {}, text: item.reference })),
    },
  ];
  return sections.map(omitEmpty).filter(({ text, entries, groups }) => text || entries?.length || groups?.length);
}

/** Returns the anchor of a job or of education by its place in the résumé. */
export const entryId = (section: 'experience' | 'education', index: number): string => `${section}-${index + 1}`;

type PartialEntry = Omit<Partial<Entry>, 'highlights' | 'keywords'> & {
  highlights?: string[] | undefined;
  keywords?: string[] | undefined;
};

/** Creates an entry. Uses the organization as the title if there is no title. */
function entry({ title, organization, organizationUrl, highlights, keywords, when = {}, ...rest }: PartialEntry): Entry {
  const employer = hasText(organization) ? organization : organizationUrl && displayUrl(organizationUrl);
  const named = hasText(title)
    ? { title, organization: employer, organizationUrl }
    : { title: employer, href: rest.href ?? organizationUrl };
  return {
    ...rest,
    ...named,
    title: named.title || (rest.href ? displayUrl(rest.href) : ''),
    when,
    highlights: (highlights ?? []).filter(hasText),
    keywords: (keywords ?? []).filter(hasText),
  };
}

interface Dated {
  startDate?: string;
  endDate?: string;
  'x-current'?: boolean;
}

/** Returns whether an entry is ongoing: it has no end date, and `x-current` is not false. */
export const isOngoing = ({ startDate, endDate, ...rest }: Dated): boolean => Boolean(startDate) && !endDate && rest['x-current'] !== false;

const period = (item: Dated): Period => ({
  start: item.startDate,
  end: item.endDate,
  ...(item.startDate && !item.endDate && !isOngoing(item) && { single: true }),
});
const single = (date?: string): Period => ({ start: date, single: true });

const group = (name = '', level?: string, keywords: Array<string | undefined> = []) => ({
  name: hasText(level) ? `${name} (${level})` : name,
  keywords: keywords.filter(hasText),
});

/** Groups the skills that have neither level nor keywords. */
function skillGroups(skills: NonNullable<Resume['skills']>) {
  const plain = skills.filter(({ level, keywords }) => !hasText(level) && !keywords?.some(hasText));
  const grouped = skills.filter((skill) => !plain.includes(skill)).map(({ name, level, keywords }) => group(name, level, keywords));
  return [
    ...grouped,
    ...(plain.length > 0
      ? [
          group(
            '',
            undefined,
            plain.map(({ name }) => name),
          ),
        ]
      : []),
  ];
}

function omitEmpty({ text, entries, groups, ...section }: Section): Section {
  return {
    ...section,
    ...(hasText(text) && { text }),
    ...(entries && {
      entries: entries.filter((entry) => {
        const { title, text, place, repository, details = [], highlights, keywords } = entry;
        return (
          [title, text, place, repository, formatPeriod(entry.when)].some(hasText) || [...details, ...highlights, ...keywords].length > 0
        );
      }),
    }),
    ...(groups && { groups: groups.filter(({ name, keywords }) => hasText(name) || keywords.length > 0) }),
  };
}

/** Returns whether a text has characters other than white space. */
export const hasText = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const joined = (parts: Array<string | undefined>, separator: string): string => parts.filter(hasText).join(separator);

/** The person's city, region and country, without missing parts. */
export const placeOf = (resume: Resume): string => placesOf(resume).join(', ');

/** City, region and the name of the country, without missing and repeated ones. */
export function placesOf(resume: Resume): string[] {
  const { city, region, countryCode } = resume.basics?.location ?? {};
  return [...new Set([city, region, countryCode && countryName(countryCode.trim(), languageOf(resume).tag)].filter(hasText))];
}

/** Returns the name of a country by its code (ISO 3166), or a text that is not a code as it is. */
const countryName = (code: string, language: string): string =>
  /^[a-z]{2}$/i.test(code)
    ? (new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase()) ?? code)
    : code;

/** The headline, or label and company: `Staff engineer at Northlight`. */
export const labelOf = (resume: Resume): string => labelPartsOf(resume).join(' at ');

/** The parts of the label, whose directions are independent. */
export const labelPartsOf = ({ basics }: Resume): string[] =>
  [...(hasText(basics?.['x-headline']) ? [basics['x-headline']] : [basics?.label, basics?.['x-company']])].filter(hasText);

/** Pronouns, and what the person is open to. */
export const detailsOf = (resume: Resume): string[] =>
  [resume.basics?.['x-pronouns'], openToText(resume.basics?.['x-open-to'] ?? [])].filter(hasText);

/** All telephone numbers, in order. */
export const phonesOf = ({ basics }: Resume): string[] => [basics?.phone, ...(basics?.['x-phones'] ?? [])].filter(hasText);

/** The person's website and profiles on other sites, which may have no address. */
export const linksOf = ({ basics }: Resume): Array<{ label: string; href?: string }> => [
  ...(hasText(basics?.url) ? [{ label: displayUrl(basics.url), href: basics.url }] : []),
  ...(basics?.profiles ?? []).flatMap(({ network, username, url }) => {
    const label = joined([network, username], ' · ');
    return hasText(url) ? [{ label: label || displayUrl(url), href: url }] : label ? [{ label }] : [];
  }),
];

/** Removes the scheme, `www.` and the trailing slash from an address. */
export const displayUrl = (address: string): string => address.replace(/^https?:\/\/(www\.)?|\/$/g, '');
