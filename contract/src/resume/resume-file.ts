import { array, object, optional, type Static, string } from '../shared/schema.ts';
import { jsonResume } from './json-resume.ts';
import { profileResume } from './resume.ts';

/**
 * The fields of a résumé file: those of JSON Resume and of our exports, and
 *   basics.x-drawings        false: no drawing of the career
 *   basics.x-phones          additional telephone numbers
 *   projects[].x-repository  the address of the code, for the link 'View code'
 *   projects[].x-path        the project's path on this site, published as `url`
 *   meta.language          the language as a BCP 47 tag
 * A field whose name begins with `_` is a private note and is never published.
 */
export const resumeFile = object({
  ...jsonResume.properties,
  basics: optional(
    object({
      ...profileResume.properties.basics.properties,
      'x-phones': optional(array(string())),
    }),
  ),
  work: optional(array(profileResume.properties.work.items)),
  education: optional(array(profileResume.properties.education.items)),
  meta: optional(object({ ...jsonResume.properties.meta.properties, language: optional(string()) })),
  projects: optional(
    array(
      object({
        ...jsonResume.properties.projects.items.properties,
        'x-repository': optional(string()),
        'x-path': optional(string()),
      }),
    ),
  ),
});
export type Resume = Static<typeof resumeFile>;
