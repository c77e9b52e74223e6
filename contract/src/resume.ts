import { endpoint } from './endpoint.ts';
import { jsonResume } from './json-resume.ts';
import { array, boolean, id, object, optional, type Static, string } from './schema.ts';

/** What `$schema` and `meta.version` of our documents name. */
export const resumeSchema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';
export const resumeVersion = 'v1.0.0';

const { basics, work, education, skills, meta } = jsonResume.properties;

/**
 * A profile as a JSON Resume. Status is `basics.label`, bio `basics.summary`, location `basics.location.city`; each skill is one of `skills`, by its name.
 * What a profile holds and JSON Resume has no field for stands in fields of ours beside its own, which its schema allows. They begin with `x-`:
 * - `basics.x-company`: the company that stands beside the status, '' where there is none;
 * - `x-current` of work and education: false where an entry has no end and yet does not go on; without it, no `endDate` means that it does;
 * - `x-description` of education.
 */
export const profileResume = object(
  {
    $schema: string(),
    basics: object({ ...basics.properties, 'x-company': optional(string()) }),
    work: array(object({ ...work.items.properties, 'x-current': optional(boolean()) })),
    education: array(object({ ...education.items.properties, 'x-description': optional(string()), 'x-current': optional(boolean()) })),
    skills: array(skills.items),
    meta: object(meta.properties),
  },
  { title: 'ProfileResume' },
);
export type ProfileResume = Static<typeof profileResume>;

/** Nothing of the account but name and picture: no e-mail address. */
export const readProfileResume = endpoint({
  method: 'GET',
  path: '/api/profile/user/:userId/resume',
  summary: "A developer's profile as a JSON Resume",
  tag: 'Résumés',
  who: 'anyone',
  params: object({ userId: id() }),
  reply: profileResume,
  notFound: 'profileNotFound',
});
