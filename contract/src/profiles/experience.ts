import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { period } from '../shared/period.ts';
import { byId, multilineText, object, optional, type Static, text } from '../shared/schema.ts';
import { profile } from './profiles.ts';

/** Messages of required fields. */
export const experienceMessages = { title: 'Title is required', company: 'Company is required' };

export const experienceInput = object(
  {
    title: text({ title: 'Title', max: limits.title, required: experienceMessages.title }),
    company: text({ title: 'Company', max: limits.company, required: experienceMessages.company }),
    location: optional(text({ title: 'Location', max: limits.location })),
    ...period,
    description: optional(multilineText({ title: 'Description', max: limits.description })),
  },
  { title: 'ExperienceInput' },
);
export type ExperienceInput = Static<typeof experienceInput>;

/** Adds an entry to the member's profile and returns the profile. period.ts documents the rules for dates. */
export const addExperience = endpoint({
  method: 'PUT',
  path: '/api/profile/experience',
  summary: 'Add an experience entry',
  tag: 'Experience',
  access: 'member',
  unverified: true,
  stores: true,
  body: experienceInput,
  reply: profile,
  errors: ['noOwnProfile', 'fromInFuture', 'toBeforeFrom', 'experienceFull', 'profileFull'],
});

/** Replaces an entry, which keeps its id, and returns the profile. An unknown entry, or one of another member, is a 404. */
export const replaceExperience = endpoint({
  method: 'PUT',
  path: '/api/profile/experience/:id',
  summary: 'Replace an experience entry',
  tag: 'Experience',
  access: 'member',
  unverified: true,
  stores: true,
  params: byId,
  body: experienceInput,
  reply: profile,
  notFound: 'experienceNotFound',
  errors: ['noOwnProfile', 'fromInFuture', 'toBeforeFrom', 'profileFull'],
});

/** Returns the profile also if no entry has this id, so that a repeat succeeds. An entry of another member is a 404. */
export const removeExperience = endpoint({
  method: 'DELETE',
  path: '/api/profile/experience/:id',
  summary: 'Remove an experience entry',
  tag: 'Experience',
  access: 'member',
  unverified: true,
  params: byId,
  reply: profile,
  notFound: 'experienceNotFound',
  errors: ['noOwnProfile'],
});
