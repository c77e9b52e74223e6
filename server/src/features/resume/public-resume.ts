import type { Resume } from '@dev-connector/contract';
import { knownNumbers, withoutContacts } from './contacts.ts';

/** Options for publishing: without `contact`, e-mail addresses and telephone numbers are removed wherever they stand; `origin` is the site's origin for links to the site itself. */
export interface Publication {
  origin: string;
  contact: boolean;
}

/** Returns the public version of a résumé, without street address, postal code and private notes. */
export function publicResume(resume: Resume, { origin, contact }: Publication): Resume {
  const open = omitNotes(resume) as Resume;
  const { basics = {}, projects, ...rest } = contact ? open : (withoutContacts(open, knownNumbers(open)) as Resume);
  const { location, ...details } = basics;
  const { address: _address, postalCode: _postalCode, ...place } = location ?? {};
  return {
    ...rest,
    basics: { ...details, ...(location && { location: place }) },
    ...(projects && {
      projects: projects.map(({ 'x-path': path, ...project }) => ({ ...project, ...(path && !project.url && { url: origin + path }) })),
    }),
  };
}

function omitNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, field]) => [name, omitNotes(field)]),
  );
}
