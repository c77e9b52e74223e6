import { endpoint } from './endpoint.ts';
import { jsonResume } from './json-resume.ts';
import { limits } from './limits.ts';
import { profile } from './profiles.ts';
import { array, boolean, day, id, object, optional, type Static, skills as skillList, string, text } from './schema.ts';

/** What `$schema` and `meta.version` of our documents name. */
export const resumeSchema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';
export const resumeVersion = 'v1.0.0';

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
    basics: object({ ...jsonResume.properties.basics.properties, 'x-company': optional(string()) }),
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

/** The file's text, so that what is wrong with it can be said by line and column. A place in it is written as `work[2].startDate`. */
const resumeText = () =>
  string({
    title: 'Résumé',
    maxLength: limits.resume,
    description: `The text of a JSON Resume v1.0.0. Where it is not one, each message names the place; work and education hold at most ${limits.entries} entries.`,
  });

/** When it was, as the file says, and as the profile keeps and shows it. */
const dates = { startDate: string(), endDate: optional(string()), from: day(), to: optional(day()), current: boolean() };
const differs = array(string(), { description: 'What the file says otherwise; it stays as the profile has it.' });
const place = () => string({ description: 'Where the file has it.' });

const workTaken = object({
  place: place(),
  title: string(),
  company: string(),
  location: optional(string()),
  ...dates,
  description: optional(string()),
});
const studyTaken = object({
  place: place(),
  school: string(),
  degree: string(),
  fieldofstudy: optional(string()),
  ...dates,
  description: optional(string()),
});

/** What an import would do to the profile, worked out by the very code that imports. */
export const resumePreview = object(
  {
    fields: array(object({ place: place(), field: string(), now: optional(string()), next: string() }), {
      description: 'Fields of the profile that change; what the file does not say stays as it is.',
    }),
    skills: object({ now: array(string()), added: array(string()) }),
    experience: object({ added: array(workTaken), held: array(object({ ...workTaken.properties, differs })) }),
    education: object({ added: array(studyTaken), held: array(object({ ...studyTaken.properties, differs })) }),
    unfit: array(object({ place: place(), msg: string() }), { description: 'What the profile cannot take, and why.' }),
    untaken: array(object({ place: place(), msg: string() }), { description: 'What a profile has no place for.' }),
    missing: array(string(), { description: 'Fields that a profile needs and neither file nor profile has: send them with the import.' }),
    seen: string({ description: 'Names this preview. Sent with the import, it makes sure that nothing else is done.' }),
  },
  { title: 'ResumePreview' },
);
export type ResumePreview = Static<typeof resumePreview>;

/** Shows what an import would do, and does nothing. */
export const previewResume = endpoint({
  method: 'POST',
  path: '/api/profile/resume/preview',
  summary: 'What importing a JSON Resume would change',
  tag: 'Résumés',
  who: 'member',
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
        description: 'Places in the file that are not taken, as the preview names them; `skills` for all skills.',
      }),
    ),
    status: optional(text({ title: 'Status', max: limits.status, description: 'Taken instead of what the file says.' })),
    skills: optional(skillList({ title: 'Skills', description: 'Taken beside what the file says.' })),
    seen: optional(string({ title: 'Seen', maxLength: 100, description: 'Of the preview that this import was decided by.' })),
  },
  { title: 'ResumeImport' },
);
export type ResumeImport = Static<typeof resumeImport>;

/**
 * Takes a JSON Resume into the member's profile, creating it where there is none; all of what was asked for, or nothing. Fields that the file gives are changed,
 * skills and entries added, nothing is taken away; an entry that the profile has is not added again.
 */
export const importResume = endpoint({
  method: 'PUT',
  path: '/api/profile/resume',
  summary: 'Import a JSON Resume into my profile',
  tag: 'Résumés',
  who: 'member',
  body: resumeImport,
  reply: profile,
  errors: ['profileChanged', 'profileFull'],
});
