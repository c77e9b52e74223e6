import type { Resume } from '@dev-connector/contract';

/** Options for publishing: `contact` includes e-mail address and telephone numbers, `origin` is the site's origin for links to the site itself. */
export interface Publication {
  origin: string;
  contact: boolean;
}

/** Returns the public version of a résumé, without street address, postal code and private notes. */
export function publicResume(resume: Resume, { origin, contact }: Publication): Resume {
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
