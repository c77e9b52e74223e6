import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, commaList, object, optional, string, text } from '../shared/schema.ts';

/** The skills of a profile. */
export const skillList = (options: { required?: string; description?: string }) =>
  commaList({
    title: 'Skills',
    invalid: `Skills must be at most ${limits.skills} skills of at most ${limits.skill} characters, separated by commas`,
    limits: { items: limits.skills, item: limits.skill, text: limits.skillsText },
    ...options,
  });

/** Returns skills of members that begin with `q`, ignoring case, the most used first. Of several spellings only the most used one is listed. */
export const suggestSkills = endpoint({
  method: 'GET',
  path: '/api/skills',
  summary: 'Suggest skills that members have',
  tag: 'Profiles',
  access: 'anyone',
  query: object({ q: optional(text({ title: 'Q', max: limits.skill, description: 'The beginning of a skill. Default: any skill.' })) }),
  reply: array(string(), { maxItems: limits.suggestions }),
});
