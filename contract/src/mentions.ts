import { avatar } from './avatars.ts';
import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, id, idPattern, object, optional, type Static, string, text } from './shared/schema.ts';

const mentionable = object({ _id: id(), name: string(), handle: string(), avatar: avatar() }, { title: 'Mentionable' });
export type Mentionable = Static<typeof mentionable>;

/** Suggests members while a mention is typed: first those who take part in the discussion, found by name or handle, then others by the beginning of the handle. */
export const suggestMentions = endpoint({
  method: 'GET',
  path: '/api/mentions',
  summary: 'Suggest members to mention',
  tag: 'Posts',
  access: 'member',
  query: object({
    q: optional(text({ title: 'Q', max: limits.handle, description: 'The text after the @. Without it, only members of the discussion.' })),
    post: optional(
      string({
        title: 'Post',
        pattern: idPattern,
        'x-invalid': 'Post must be the id of a post',
        description: 'The post of the discussion.',
      }),
    ),
  }),
  reply: array(mentionable, { maxItems: limits.suggestedMentions }),
});
