import type { Period } from './dates.ts';
import type { Resume } from './document.ts';

/** A job, school, project, certificate or similar. */
export interface Entry {
  title: string;
  /** Link target of the title. */
  href?: string | undefined;
  /** The organization: employer, school or issuer. */
  at?: string | undefined;
  atHref?: string | undefined;
  place?: string | undefined;
  when: Period;
  text?: string | undefined;
  points: string[];
  words: string[];
  repository?: string | undefined;
}

export interface Section {
  id: string;
  title: string;
  text?: string | undefined;
  entries?: Entry[];
  /** Lists of keywords with a name. */
  groups?: Array<{ name: string; words: string[] }>;
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
      entries: projects?.map((of) =>
        entry({
          title: of.name,
          href: of.url,
          at: of.entity,
          when: period(of),
          text: of.description,
          points: of.highlights,
          words: of.keywords,
          repository: of['x-repository'],
        }),
      ),
    },
    { id: 'skills', title: 'Skills', groups: skills && skillGroups(skills) },
    {
      id: 'experience',
      title: 'Experience',
      entries: work?.map((of) =>
        entry({
          title: of.position,
          at: of.name,
          atHref: of.url,
          place: of.location,
          when: period(of),
          text: joined([of.description, of.summary], '\n'),
          points: of.highlights,
        }),
      ),
    },
    {
      id: 'education',
      title: 'Education',
      entries: education?.map((of) =>
        entry({
          title: joined([of.studyType, of.area], ', '),
          at: of.institution,
          atHref: of.url,
          when: period(of),
          text: joined([of.score && `Score: ${of.score}`, of['x-description']], '\n'),
          points: of.courses,
        }),
      ),
    },
    {
      id: 'certifications',
      title: 'Certifications',
      entries: certificates?.map((of) => entry({ title: of.name, href: of.url, at: of.issuer, when: single(of.date) })),
    },
    {
      id: 'awards',
      title: 'Awards',
      entries: awards?.map((of) => entry({ title: of.title, at: of.awarder, when: single(of.date), text: of.summary })),
    },
    {
      id: 'publications',
      title: 'Publications',
      entries: publications?.map((of) =>
        entry({ title: of.name, href: of.url, at: of.publisher, when: single(of.releaseDate), text: of.summary }),
      ),
    },
    {
      id: 'volunteering',
      title: 'Volunteering',
      entries: volunteer?.map((of) =>
        entry({ title: of.position, at: of.organization, atHref: of.url, when: period(of), text: of.summary, points: of.highlights }),
      ),
    },
    { id: 'languages', title: 'Languages', groups: languages?.map(({ language, fluency }) => group(language, undefined, [fluency])) },
    { id: 'interests', title: 'Interests', groups: interests?.map(({ name, keywords }) => group(name, undefined, keywords)) },
    {
      id: 'references',
      title: 'References',
      entries: references?.map((of) => entry({ title: of.name, when: {}, text: of.reference })),
    },
  ];
  return sections.map(omitEmpty).filter(({ text, entries, groups }) => text || entries?.length || groups?.length);
}

type PartialEntry = Omit<Partial<Entry>, 'points' | 'words'> & { points?: string[] | undefined; words?: string[] | undefined };

/** Creates an entry. Uses the organization as the title if there is no title. */
function entry({ title, at, atHref, points, words, when = {}, ...rest }: PartialEntry): Entry {
  const named = filled(title) ? { title, at, atHref } : { title: at ?? '', href: atHref };
  return { ...rest, ...named, title: named.title ?? '', when, points: (points ?? []).filter(filled), words: (words ?? []).filter(filled) };
}

interface Dated {
  startDate?: string;
  endDate?: string;
  'x-current'?: boolean;
}

/** Returns whether an entry is ongoing: it has no end date, and `x-current` is not false. */
export const isOngoing = ({ startDate, endDate, ...of }: Dated): boolean => Boolean(startDate) && !endDate && of['x-current'] !== false;

const period = (of: Dated): Period => ({
  start: of.startDate,
  end: of.endDate,
  ...(of.startDate && !of.endDate && !isOngoing(of) && { single: true }),
});
const single = (date?: string): Period => ({ start: date, single: true });

const group = (name = '', level?: string, words: Array<string | undefined> = []) => ({
  name: filled(level) ? `${name} (${level})` : name,
  words: words.filter(filled),
});

/** Groups the skills that have neither level nor keywords. */
function skillGroups(skills: NonNullable<Resume['skills']>) {
  const plain = skills.filter(({ level, keywords }) => !filled(level) && !keywords?.some(filled));
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
    ...(filled(text) && { text }),
    ...(entries && {
      entries: entries.filter(({ title, text, points, words }) => filled(title) || filled(text) || points.length + words.length > 0),
    }),
    ...(groups && { groups: groups.filter(({ name, words }) => filled(name) || words.length > 0) }),
  };
}

/** Returns whether a text has characters other than white space. */
export const filled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const joined = (parts: Array<string | undefined>, separator: string): string => parts.filter(filled).join(separator);

/** The person's city and region, as far as they are known. */
export const placeOf = ({ basics }: Resume): string => joined([basics?.location?.city, basics?.location?.region], ', ');

/** Label and company: `Staff engineer at Northlight`. */
export const labelOf = ({ basics }: Resume): string => joined([basics?.label, basics?.['x-company']], ' at ');

/** All telephone numbers, in order. */
export const phonesOf = ({ basics }: Resume): string[] => [basics?.phone, ...(basics?.['x-phones'] ?? [])].filter(filled);

/** The person's website and profiles on other sites. */
export const linksOf = ({ basics }: Resume): Array<{ label: string; href: string }> => [
  ...(filled(basics?.url) ? [{ label: bare(basics.url), href: basics.url }] : []),
  ...(basics?.profiles ?? [])
    .filter(({ url }) => filled(url))
    .map(({ network, username, url = '' }) => ({ label: joined([network, username], ' · ') || bare(url), href: url })),
];

/** Removes the scheme, `www.` and the trailing slash from an address. */
export const bare = (address: string): string => address.replace(/^https?:\/\/(www\.)?|\/$/g, '');
