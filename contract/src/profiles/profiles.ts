import { avatar } from '../avatars.ts';
import { directoryFilters, directorySorts } from '../directory.ts';
import { handle, userIdOrHandle } from '../handles.ts';
import { githubUsername } from '../repositories.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { profileLink, profileLinks } from '../shared/links.ts';
import { precision } from '../shared/period.ts';
import {
  array,
  boolean,
  day,
  id,
  instant,
  link,
  multilineText,
  object,
  optional,
  page,
  type Static,
  string,
  text,
} from '../shared/schema.ts';
import { joinWords } from '../shared/word-list.ts';
import { skillList } from './skills.ts';

/** Options of the status select. The API accepts any other text too. */
export const statusOptions = [
  { value: 'Developer', label: 'Developer' },
  { value: 'Junior Developer', label: 'Junior Developer' },
  { value: 'Senior Developer', label: 'Senior Developer' },
  { value: 'Manager', label: 'Manager' },
  { value: 'Student or Learning', label: 'Student or Learning' },
  { value: 'Instructor', label: 'Instructor or Teacher' },
  { value: 'Intern', label: 'Intern' },
  { value: 'Other', label: 'Other' },
] as const;
/** Value of the select's placeholder, which counts as no status. */
export const statusPlaceholder = '0';

export const socialNetworks = ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
/** Display names of the social networks. */
export const networkNames: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
};

/** What a member can be open to. */
export const openToOptions = [
  { value: 'work', label: 'Work' },
  { value: 'mentoring', label: 'Mentoring' },
  { value: 'collaboration', label: 'Collaboration' },
] as const;
export type OpenTo = (typeof openToOptions)[number]['value'];

/** Returns what a member is open to as a sentence, such as 'Open to work and mentoring'; '' for an empty list. */
export function openToText(openTo: string[]): string {
  if (openTo.length === 0) return '';
  const labels = openToOptions.flatMap(({ value, label }) => (openTo.includes(value) ? [label.toLowerCase()] : []));
  return `Open to ${joinWords(labels)}`;
}

const openTo = () =>
  string({ enum: openToOptions.map(({ value }) => value), 'x-invalid': 'Open to must be work, mentoring or collaboration' });

/** An experience entry of a profile. `from` and `to` are dates in the form `YYYY-MM-DD`. */
export const experience = object(
  {
    _id: id(),
    title: string(),
    company: string(),
    location: optional(string()),
    from: day(),
    fromPrecision: optional(precision()),
    to: optional(day()),
    toPrecision: optional(precision()),
    current: boolean(),
    description: optional(string()),
  },
  { title: 'Experience' },
);
export type Experience = Static<typeof experience>;

/** An education entry of a profile. `from` and `to` are dates in the form `YYYY-MM-DD`. */
export const education = object(
  {
    _id: id(),
    school: string(),
    degree: string(),
    fieldofstudy: optional(string()),
    from: day(),
    fromPrecision: optional(precision()),
    to: optional(day()),
    toPrecision: optional(precision()),
    current: boolean(),
    description: optional(string()),
  },
  { title: 'Education' },
);
export type Education = Static<typeof education>;

export const profile = object(
  {
    _id: id(),
    user: object({ _id: id(), name: string(), handle: handle(), avatar: avatar() }),
    status: string(),
    headline: optional(string()),
    pronouns: optional(string()),
    company: optional(string()),
    website: optional(string()),
    location: optional(string()),
    skills: array(string()),
    githubusername: optional(string()),
    bio: optional(string()),
    social: object({
      twitter: optional(string()),
      facebook: optional(string()),
      youtube: optional(string()),
      linkedin: optional(string()),
      instagram: optional(string()),
    }),
    links: array(profileLink),
    openTo: array(openTo()),
    experience: array(experience, { description: 'Sorted by `from`, newest first.' }),
    education: array(education, { description: 'Sorted by `from`, newest first.' }),
    drawings: optional(boolean({ description: 'Present and false if the member does not want a drawing of their career and activity.' })),
    date: instant(),
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof profile>;

export const listedProfile = object(
  {
    ...profile.properties,
    matchedSkills: optional(
      array(string(), { description: 'With the filter `skill`: the skills that match it, also by an alias, as the member writes them.' }),
    ),
  },
  { title: 'ListedProfile' },
);
export type ListedProfile = Static<typeof listedProfile>;

/**
 * A missing field is left unchanged; `''` clears it, and null clears fields with `x-empty`. Social links are flat in the request and nested under `social` in the response. Skills are trimmed;
 * empty ones and case-insensitive duplicates are removed (server/src/platform/http/schemas/comma-list.ts).
 */
export const profileInput = object(
  {
    status: text({
      title: 'Status',
      max: limits.status,
      required: 'Status is required',
      placeholder: statusPlaceholder,
      description: "'0', the value of the select's placeholder, counts as missing.",
    }),
    skills: skillList({ required: 'Skills is required' }),
    headline: optional(text({ title: 'Headline', max: limits.headline, empty: '', description: 'One line about the member.' })),
    pronouns: optional(text({ title: 'Pronouns', max: limits.pronouns, empty: '' })),
    company: optional(text({ title: 'Company', max: limits.company })),
    website: optional(link({ title: 'Website', max: limits.website })),
    location: optional(text({ title: 'Location', max: limits.location })),
    githubusername: optional(
      text({
        title: 'Github username',
        max: limits.githubusername,
        pattern: `^(?:${githubUsername})?$`,
        invalid: 'Github username may contain only letters, digits and single hyphens',
      }),
    ),
    bio: optional(multilineText({ title: 'Bio', max: limits.bio })),
    twitter: optional(link({ title: 'Twitter', max: limits.website })),
    facebook: optional(link({ title: 'Facebook', max: limits.website })),
    youtube: optional(link({ title: 'YouTube', max: limits.website })),
    linkedin: optional(link({ title: 'LinkedIn', max: limits.website })),
    instagram: optional(link({ title: 'Instagram', max: limits.website })),
    links: optional(profileLinks),
    openTo: optional(
      array(openTo(), {
        title: 'Open to',
        maxItems: openToOptions.length,
        'x-empty': [],
        'x-invalid': 'Open to must be a list of work, mentoring and collaboration',
        description: 'An empty list, an empty text or null clears it.',
      }),
    ),
  },
  { title: 'ProfileInput' },
);
export type ProfileInput = Static<typeof profileInput>;

/**
 * Sorted newest first by default. With `sort=active`, members who hide their activity come last. Entries have no `description`. With an empty `embed` profiles have neither entries nor `bio`, which profile cards do not show.
 */
export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'List profiles',
  tag: 'Profiles',
  access: 'anyone',
  query: object({
    ...page,
    ...directoryFilters,
    sort: optional(
      string({
        title: 'Sort',
        enum: directorySorts.map(({ value }) => value),
        default: directorySorts[0].value,
      }),
    ),
    embed: optional(
      string({
        title: 'Embed',
        pattern: '^(experience,education)?$',
        default: 'experience,education',
        'x-invalid': 'Embed must be experience,education or empty',
        description: 'experience,education; or empty to omit entries and bio.',
      }),
    ),
  }),
  reply: array(listedProfile),
  hasEtag: true,
  hasTotal: true,
  errors: ['cursorInvalid'],
});

export const readOwnProfile = endpoint({
  method: 'GET',
  path: '/api/profile/me',
  summary: 'Get your profile',
  tag: 'Profiles',
  access: 'member',
  reply: profile,
  hasEtag: true,
  errors: ['noOwnProfile'],
});

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/profile/user/:userId',
  summary: 'Get a profile',
  tag: 'Profiles',
  access: 'anyone',
  params: object({
    userId: userIdOrHandle(),
  }),
  reply: profile,
  hasEtag: true,
  notFound: 'profileNotFound',
});

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/profile',
  summary: 'Create or update your profile',
  tag: 'Profiles',
  access: 'member',
  unverified: true,
  stores: true,
  body: profileInput,
  reply: profile,
  errors: ['profileFull'],
});
