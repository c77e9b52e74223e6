import { array, object, optional, type Static, string } from './schema.ts';

/*
 * JSON Resume v1.0.0 (https://jsonresume.org/schema), every field of it. All are optional there, and fields of other people's may stand beside them.
 */

/** A calendar date as JSON Resume has it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const partialDate = () => string({ pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$', description: 'YYYY, YYYY-MM or YYYY-MM-DD.' });

const word = () => optional(string());
const words = () => optional(array(string()));
const when = () => optional(partialDate());
const period = { startDate: when(), endDate: when() };

export const jsonResume = object(
  {
    $schema: word(),
    basics: optional(
      object({
        name: word(),
        label: word(),
        image: word(),
        email: word(),
        phone: word(),
        url: word(),
        summary: word(),
        location: optional(object({ address: word(), postalCode: word(), city: word(), countryCode: word(), region: word() })),
        profiles: optional(array(object({ network: word(), username: word(), url: word() }))),
      }),
    ),
    work: optional(
      array(
        object({
          name: word(),
          location: word(),
          description: word(),
          position: word(),
          url: word(),
          ...period,
          summary: word(),
          highlights: words(),
        }),
      ),
    ),
    volunteer: optional(
      array(object({ organization: word(), position: word(), url: word(), ...period, summary: word(), highlights: words() })),
    ),
    education: optional(
      array(object({ institution: word(), url: word(), area: word(), studyType: word(), ...period, score: word(), courses: words() })),
    ),
    awards: optional(array(object({ title: word(), date: when(), awarder: word(), summary: word() }))),
    certificates: optional(array(object({ name: word(), date: when(), url: word(), issuer: word() }))),
    publications: optional(array(object({ name: word(), publisher: word(), releaseDate: when(), url: word(), summary: word() }))),
    skills: optional(array(object({ name: word(), level: word(), keywords: words() }))),
    languages: optional(array(object({ language: word(), fluency: word() }))),
    interests: optional(array(object({ name: word(), keywords: words() }))),
    references: optional(array(object({ name: word(), reference: word() }))),
    projects: optional(
      array(
        object({
          name: word(),
          description: word(),
          highlights: words(),
          keywords: words(),
          ...period,
          url: word(),
          roles: words(),
          entity: word(),
          type: word(),
        }),
      ),
    ),
    meta: optional(object({ canonical: word(), version: word(), lastModified: word() })),
  },
  { title: 'JsonResume' },
);
export type JsonResume = Static<typeof jsonResume>;
