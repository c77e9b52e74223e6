import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { githubUsername } from './repositories.ts';
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
  skills,
  string,
  text,
} from './schema.ts';

/** What the status select offers (spec section 5). Other texts are accepted from other clients and shown as they are. */
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
/** Value of the select's placeholder: no status chosen. */
export const statusPlaceholder = '0';

export const socialNetworks = ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
/** What the social networks call themselves. */
export const networkNames: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
};

/** An entry as it stands in a profile; added and removed by the calls of experience.ts. `from` and `to` are days, `YYYY-MM-DD`. */
export const experience = object(
  {
    _id: id(),
    title: string(),
    company: string(),
    location: optional(string()),
    from: day(),
    to: optional(day()),
    current: boolean(),
    description: optional(string()),
  },
  { title: 'Experience' },
);
export type Experience = Static<typeof experience>;

/** An entry as it stands in a profile; added and removed by the calls of education.ts. */
export const education = object(
  {
    _id: id(),
    school: string(),
    degree: string(),
    fieldofstudy: optional(string()),
    from: day(),
    to: optional(day()),
    current: boolean(),
    description: optional(string()),
  },
  { title: 'Education' },
);
export type Education = Static<typeof education>;

export const profile = object(
  {
    _id: id(),
    user: object({ _id: id(), name: string(), avatar: string() }),
    status: string(),
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
    experience: array(experience, { description: 'Newest from date first.' }),
    education: array(education, { description: 'Newest from date first.' }),
    date: instant(),
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof profile>;

/**
 * A field left out stays as it was; `''` clears it. Social links come flat and leave nested under `social`. Of the skills, each is trimmed, empties and
 * case-insensitive repeats are dropped, the order is kept (server/src/profiles/skills.ts).
 */
export const profileInput = object(
  {
    status: text({
      title: 'Status',
      max: limits.status,
      required: 'Status is required',
      placeholder: statusPlaceholder,
      description: "'0' is the select's placeholder: missing.",
    }),
    skills: skills({ title: 'Skills', required: 'Skills is required' }),
    company: optional(text({ title: 'Company', max: limits.company })),
    website: optional(link({ title: 'Website', max: limits.website })),
    location: optional(text({ title: 'Location', max: limits.location })),
    githubusername: optional(
      text({
        title: 'Github username',
        max: limits.githubusername,
        pattern: `^(?:${githubUsername})?$`,
        invalid: 'Github username may hold letters, digits and single hyphens only',
      }),
    ),
    bio: optional(multilineText({ title: 'Bio', max: limits.bio })),
    twitter: optional(link({ title: 'Twitter', max: limits.website })),
    facebook: optional(link({ title: 'Facebook', max: limits.website })),
    youtube: optional(link({ title: 'YouTube', max: limits.website })),
    linkedin: optional(link({ title: 'LinkedIn', max: limits.website })),
    instagram: optional(link({ title: 'Instagram', max: limits.website })),
  },
  { title: 'ProfileInput' },
);
export type ProfileInput = Static<typeof profileInput>;

/**
 * Newest profile first. Entries come without `description`. With an empty `embed` a profile has neither entries nor `bio`: a card shows none of them.
 */
export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'Browse developers',
  tag: 'Profiles',
  who: 'anyone',
  query: object({
    ...page,
    embed: optional(
      string({
        title: 'Embed',
        pattern: '^(experience,education)?$',
        default: 'experience,education',
        description: 'experience,education; or empty for neither entries nor bio.',
      }),
    ),
  }),
  reply: array(profile),
  tagged: true,
  errors: ['cursorInvalid'],
});

export const readOwnProfile = endpoint({
  method: 'GET',
  path: '/api/profile/me',
  summary: 'My profile',
  tag: 'Profiles',
  who: 'member',
  reply: profile,
  tagged: true,
  errors: ['noOwnProfile'],
});

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/profile/user/:userId',
  summary: "A developer's profile",
  tag: 'Profiles',
  who: 'anyone',
  params: object({ userId: id() }),
  reply: profile,
  tagged: true,
  notFound: 'profileNotFound',
});

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/profile',
  summary: 'Create or update my profile',
  tag: 'Profiles',
  who: 'member',
  body: profileInput,
  reply: profile,
  errors: ['profileFull'],
});
