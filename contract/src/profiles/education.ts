import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { period } from '../shared/period.ts';
import { byId, multilineText, object, optional, type Static, text } from '../shared/schema.ts';
import { profile } from './profiles.ts';

/** Messages of required fields. */
export const educationMessages = { school: 'School is required', degree: 'Degree is required' };

export const educationInput = object(
  {
    school: text({ title: 'School', max: limits.title, required: educationMessages.school }),
    degree: text({ title: 'Degree', max: limits.title, required: educationMessages.degree }),
    fieldofstudy: optional(text({ title: 'Field of study', max: limits.title })),
    ...period,
    description: optional(multilineText({ title: 'Description', max: limits.description })),
  },
  { title: 'EducationInput' },
);
export type EducationInput = Static<typeof educationInput>;

/** Adds an entry to the member's profile and returns the profile. period.ts documents the rules for dates. */
export const addEducation = endpoint({
  method: 'PUT',
  path: '/api/profile/education',
  summary: 'Add an education entry',
  tag: 'Education',
  access: 'member',
  unverified: true,
  stores: true,
  body: educationInput,
  reply: profile,
  errors: ['noOwnProfile', 'fromInFuture', 'toBeforeFrom', 'educationFull', 'profileFull'],
});

/** Replaces an entry, which keeps its id, and returns the profile. An unknown entry, or one of another member, is a 404. */
export const replaceEducation = endpoint({
  method: 'PUT',
  path: '/api/profile/education/:id',
  summary: 'Replace an education entry',
  tag: 'Education',
  access: 'member',
  unverified: true,
  stores: true,
  params: byId,
  body: educationInput,
  reply: profile,
  notFound: 'educationNotFound',
  errors: ['noOwnProfile', 'fromInFuture', 'toBeforeFrom', 'profileFull'],
});

/** Returns the profile also if no entry has this id, so that a repeat succeeds. An entry of another member is a 404. */
export const removeEducation = endpoint({
  method: 'DELETE',
  path: '/api/profile/education/:id',
  summary: 'Remove an education entry',
  tag: 'Education',
  access: 'member',
  unverified: true,
  params: byId,
  reply: profile,
  notFound: 'educationNotFound',
  errors: ['noOwnProfile'],
});
