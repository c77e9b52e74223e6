import { profile } from '../profiles/profiles.ts';
import { skillList } from '../profiles/skills.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { profileLink } from '../shared/links.ts';
import { precision } from '../shared/period.ts';
import { array, boolean, day, id, object, optional, type Static, string, text } from '../shared/schema.ts';
import { jsonResume } from './json-resume.ts';

/** Values of `$schema` and `meta.version` in exported documents. */
export const resumeSchema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';
export const resumeVersion = 'v1.0.0';

/**
 * A profile as a JSON Resume. The headline, or the status without one, maps to `basics.label`, bio to `basics.summary`, location to `basics.location.city`,
 * links to `basics.profiles` and each skill to a name in `skills`.
 * Profile fields without a counterpart in JSON Resume use extension fields, which its schema allows:
 * - `basics.x-status` and `basics.x-headline`, if there is a headline; `basics.x-pronouns` and `basics.x-open-to`;
 * - `basics.x-drawings`: `false` if pages do not draw the career;
 * - `basics.x-company`: the company shown with the status, `''` if there is none;
 * - `x-current` of work and education: `false` for an entry that has ended although it has no `endDate`; otherwise a missing `endDate` means current;
 * - `x-description` of education.
 */
export const profileResume = object(
  {
    $schema: string(),
    basics: object({
      ...jsonResume.properties.basics.properties,
      'x-company': optional(string()),
      'x-status': optional(string()),
      'x-headline': optional(string()),
      'x-pronouns': optional(string()),
      'x-open-to': optional(array(string())),
      'x-drawings': optional(boolean()),
    }),
    work: array(object({ ...jsonResume.properties.work.items.properties, 'x-current': optional(boolean()) })),
    education: array(
      object({
        ...jsonResume.properties.education.items.properties,
        'x-description': optional(string()),
        'x-current': optional(boolean()),
      }),
    ),
    skills: array(jsonResume.properties.skills.items),
    meta: object(jsonResume.properties.meta.properties),
  },
  { title: 'ProfileResume' },
);
export type ProfileResume = Static<typeof profileResume>;

/** Includes the name and avatar of the account, but not its e-mail address. */
export const readProfileResume = endpoint({
  method: 'GET',
  path: '/api/profile/user/:userId/resume',
  summary: 'Get a profile as a JSON Resume',
  tag: 'Résumés',
  access: 'anyone',
  params: object({ userId: id() }),
  reply: profileResume,
  notFound: 'profileNotFound',
});

/** The file as text, so that errors can include line and column. A place in it has the form `work[2].startDate`. */
const resumeText = () =>
  string({
    title: 'Résumé',
    maxLength: limits.resume,
    description: `A JSON Resume v1.0.0 as text. Validation messages include the place. Work and education may hold at most ${limits.entries} entries.`,
  });

/** Dates of an entry: `startDate` and `endDate` as in the file, the others as in the profile. */
const dates = {
  startDate: string(),
  endDate: optional(string()),
  from: day(),
  fromPrecision: optional(precision()),
  to: optional(day()),
  toPrecision: optional(precision()),
  current: boolean(),
};
const differs = array(string(), { description: 'Values in the file that differ from the profile. The import does not change them.' });
const place = () => string({ description: 'Place in the file, for example `work[2]`.' });

const importedWork = object({
  place: place(),
  title: string(),
  company: string(),
  location: optional(string()),
  ...dates,
  description: optional(string()),
});
const importedEducation = object({
  place: place(),
  school: string(),
  degree: string(),
  fieldofstudy: optional(string()),
  ...dates,
  description: optional(string()),
});

/** Changes that an import would make to the profile, computed by the code that imports. */
export const resumePreview = object(
  {
    fields: array(object({ place: place(), field: string(), now: optional(string()), next: string() }), {
      description: 'Fields of the profile that change. Fields missing from the file stay unchanged.',
    }),
    skills: object({ now: array(string()), added: array(string()) }),
    links: array(object({ place: place(), ...profileLink.properties }), { description: 'Links that are added.' }),
    experience: object({ added: array(importedWork), existing: array(object({ ...importedWork.properties, differs })) }),
    education: object({ added: array(importedEducation), existing: array(object({ ...importedEducation.properties, differs })) }),
    invalid: array(object({ place: place(), msg: string() }), { description: 'Values that do not fit the profile, with the reason.' }),
    unsupported: array(object({ place: place(), msg: string() }), {
      description: 'Other values that are left out, with the reason. A note about a list or object is about all values in it.',
    }),
    changed: array(object({ place: place(), msg: string() }), { description: 'Values that are read in another form, such as dates.' }),
    unchanged: array(object({ place: place(), msg: string() }), { description: 'Values that the profile has already.' }),
    missing: array(string(), {
      description: 'Required fields that are missing from both the file and the profile. Send them with the import.',
    }),
    previewId: string({
      description: 'Identifies this preview. If sent with the import, the import fails unless it would make exactly these changes.',
    }),
  },
  { title: 'ResumePreview' },
);
export type ResumePreview = Static<typeof resumePreview>;

/** Returns the changes that an import would make, without making them. */
export const previewResume = endpoint({
  method: 'POST',
  path: '/api/profile/resume/preview',
  summary: 'Preview the import of a JSON Resume',
  tag: 'Résumés',
  access: 'member',
  unverified: true,
  body: object({ resume: resumeText() }, { title: 'ResumeFile' }),
  reply: resumePreview,
});

export const resumeImport = object(
  {
    resume: resumeText(),
    except: optional(
      array(string({ maxLength: 100 }), {
        title: 'Except',
        minItems: 1,
        maxItems: limits.resumeList,
        description: 'Places in the file to skip, as named by the preview; `skills` skips all skills.',
      }),
    ),
    status: optional(text({ title: 'Status', max: limits.status, description: 'Replaces the status in the file.' })),
    skills: optional(skillList({ description: 'Added to the skills in the file.' })),
    previewId: optional(
      string({ title: 'Preview id', maxLength: 100, description: '`previewId` of the preview that the member confirmed.' }),
    ),
  },
  { title: 'ResumeImport' },
);
export type ResumeImport = Static<typeof resumeImport>;

/**
 * Imports a JSON Resume into the member's profile in one transaction, and creates the profile if there is none. Fields in the file replace those of the
 * profile; skills, links and entries are added unless the profile already has them. Nothing is removed.
 */
export const importResume = endpoint({
  method: 'PUT',
  path: '/api/profile/resume',
  summary: 'Import a JSON Resume into your profile',
  tag: 'Résumés',
  access: 'member',
  unverified: true,
  stores: true,
  body: resumeImport,
  reply: profile,
  errors: ['profileChanged', 'profileFull'],
});
