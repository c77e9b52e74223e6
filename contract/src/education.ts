import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { period } from './period.ts';
import { profile } from './profiles.ts';
import { byId, object, optional, type Static, text } from './schema.ts';

export const educationInput = object(
  {
    school: text({ title: 'School', max: limits.title, required: 'School is required' }),
    degree: text({ title: 'Degree', max: limits.title, required: 'Degree is required' }),
    fieldofstudy: optional(text({ title: 'Field of study', max: limits.title })),
    ...period,
    description: optional(text({ title: 'Description', max: limits.description })),
  },
  { title: 'EducationInput' },
);
export type EducationInput = Static<typeof educationInput>;

/** Adds an entry to the member's profile and answers with the profile. The rules of its days are in period.ts. */
export const addEducation = endpoint({
  method: 'PUT',
  path: '/api/profile/education',
  summary: 'Add an education',
  tag: 'Education',
  who: 'member',
  body: educationInput,
  reply: profile,
  errors: ['noOwnProfile', 'fromInFuture', 'toBeforeFrom', 'educationFull', 'profileFull'],
});

export const removeEducation = endpoint({
  method: 'DELETE',
  path: '/api/profile/education/:id',
  summary: 'Remove an education of mine',
  tag: 'Education',
  who: 'member',
  params: byId,
  reply: profile,
  notFound: 'educationNotFound',
});
