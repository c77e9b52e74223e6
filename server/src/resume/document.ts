import type { JsonResume } from '@dev-connector/contract';

type Basics = NonNullable<JsonResume['basics']>;
type ListItem<Name extends 'work' | 'education' | 'projects'> = NonNullable<JsonResume[Name]>[number];

/**
 * A JSON Resume with the fields of ours beside the schema's, which allows them:
 *   basics.x-phones          telephone numbers beside `basics.phone`
 *   basics.x-company         the company that stands beside the label
 *   projects[].x-repository  where its code is: the link 'View code'
 *   projects[].x-path        where on this very site it can be seen; published as `url`
 *   x-current                of work and education: false where there is no end date and it does not go on
 *   education[].x-description
 * A field whose name begins with `_` is a note to oneself and is never published.
 */
export interface Resume extends Omit<JsonResume, 'basics' | 'work' | 'education' | 'projects'> {
  basics?: Basics & { 'x-phones'?: string[]; 'x-company'?: string };
  work?: Array<ListItem<'work'> & { 'x-current'?: boolean }>;
  education?: Array<ListItem<'education'> & { 'x-current'?: boolean; 'x-description'?: string }>;
  projects?: Array<ListItem<'projects'> & { 'x-repository'?: string; 'x-path'?: string }>;
}

/** Who may read it: with `contact` it holds e-mail and telephone. `origin` is the site's address, for what is shown at this very site. */
export interface Publication {
  origin: string;
  contact: boolean;
}

/** The résumé as the world may have it: never a street, a postal code or a note to oneself. */
export function published(resume: Resume, { origin, contact }: Publication): Resume {
  const { basics, projects, ...rest } = withoutNotes(resume) as Resume;
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

function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, of]) => [name, withoutNotes(of)]),
  );
}
