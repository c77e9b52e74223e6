import type { JsonResume } from '@dev-connector/contract';

type Basics = NonNullable<JsonResume['basics']>;
type ListItem<Name extends 'work' | 'education' | 'projects'> = NonNullable<JsonResume[Name]>[number];

/**
 * A JSON Resume with our extension fields, which the schema allows:
 *   basics.x-phones          additional telephone numbers
 *   basics.x-company         the company shown with the label
 *   projects[].x-repository  the address of the code, for the link 'View code'
 *   projects[].x-path        the project's path on this site, published as `url`
 *   x-current                in work and education: false if the entry has ended but its end date is unknown
 *   education[].x-description
 * A field whose name begins with `_` is a private note and is never published.
 */
export interface Resume extends Omit<JsonResume, 'basics' | 'work' | 'education' | 'projects'> {
  basics?: Basics & { 'x-phones'?: string[]; 'x-company'?: string };
  work?: Array<ListItem<'work'> & { 'x-current'?: boolean }>;
  education?: Array<ListItem<'education'> & { 'x-current'?: boolean; 'x-description'?: string }>;
  projects?: Array<ListItem<'projects'> & { 'x-repository'?: string; 'x-path'?: string }>;
}

/** Options for publishing: `contact` includes e-mail address and telephone numbers, `origin` is the site's origin for links to the site itself. */
export interface Publication {
  origin: string;
  contact: boolean;
}

/** Returns the public version of a résumé, without street address, postal code and private notes. */
export function published(resume: Resume, { origin, contact }: Publication): Resume {
  const { basics, projects, ...rest } = omitNotes(resume) as Resume;
  const { email, phone, 'x-phones': phones, location, ...open } = basics ?? {};
  const { address: _address, postalCode: _postalCode, ...place } = location ?? {};
  return {
    ...rest,
    basics: { ...open, ...(contact && defined({ email, phone, 'x-phones': phones })), ...(location && { location: place }) },
    ...(projects && {
      projects: projects.map(({ 'x-path': path, ...project }) => ({ ...project, ...(path && !project.url && { url: origin + path }) })),
    }),
  };
}

const defined = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function omitNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, field]) => [name, omitNotes(field)]),
  );
}
