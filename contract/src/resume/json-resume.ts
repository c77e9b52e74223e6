import { array, object, optional, type Static, string } from '../shared/schema.ts';

/*
 * All fields of JSON Resume v1.0.0 (https://jsonresume.org/schema). Every field is optional, and additional fields are allowed.
 */

/** A date in JSON Resume: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export const partialDate = () => string({ pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$', description: 'YYYY, YYYY-MM or YYYY-MM-DD.' });

const optionalText = () => optional(string());
const optionalTexts = () => optional(array(string()));
const optionalDate = () => optional(partialDate());
const period = { startDate: optionalDate(), endDate: optionalDate() };

export const jsonResume = object(
  {
    $schema: optionalText(),
    basics: optional(
      object({
        name: optionalText(),
        label: optionalText(),
        image: optionalText(),
        email: optionalText(),
        phone: optionalText(),
        url: optionalText(),
        summary: optionalText(),
        location: optional(
          object({
            address: optionalText(),
            postalCode: optionalText(),
            city: optionalText(),
            countryCode: optionalText(),
            region: optionalText(),
          }),
        ),
        profiles: optional(array(object({ network: optionalText(), username: optionalText(), url: optionalText() }))),
      }),
    ),
    work: optional(
      array(
        object({
          name: optionalText(),
          location: optionalText(),
          description: optionalText(),
          position: optionalText(),
          url: optionalText(),
          ...period,
          summary: optionalText(),
          highlights: optionalTexts(),
        }),
      ),
    ),
    volunteer: optional(
      array(
        object({
          organization: optionalText(),
          position: optionalText(),
          url: optionalText(),
          ...period,
          summary: optionalText(),
          highlights: optionalTexts(),
        }),
      ),
    ),
    education: optional(
      array(
        object({
          institution: optionalText(),
          url: optionalText(),
          area: optionalText(),
          studyType: optionalText(),
          ...period,
          score: optionalText(),
          courses: optionalTexts(),
        }),
      ),
    ),
    awards: optional(array(object({ title: optionalText(), date: optionalDate(), awarder: optionalText(), summary: optionalText() }))),
    certificates: optional(array(object({ name: optionalText(), date: optionalDate(), url: optionalText(), issuer: optionalText() }))),
    publications: optional(
      array(
        object({
          name: optionalText(),
          publisher: optionalText(),
          releaseDate: optionalDate(),
          url: optionalText(),
          summary: optionalText(),
        }),
      ),
    ),
    skills: optional(array(object({ name: optionalText(), level: optionalText(), keywords: optionalTexts() }))),
    languages: optional(array(object({ language: optionalText(), fluency: optionalText() }))),
    interests: optional(array(object({ name: optionalText(), keywords: optionalTexts() }))),
    references: optional(array(object({ name: optionalText(), reference: optionalText() }))),
    projects: optional(
      array(
        object({
          name: optionalText(),
          description: optionalText(),
          highlights: optionalTexts(),
          keywords: optionalTexts(),
          ...period,
          url: optionalText(),
          roles: optionalTexts(),
          entity: optionalText(),
          type: optionalText(),
        }),
      ),
    ),
    meta: optional(object({ canonical: optionalText(), version: optionalText(), lastModified: optionalText() })),
  },
  { title: 'JsonResume' },
);
export type JsonResume = Static<typeof jsonResume>;
