import { avatar } from '../avatars.ts';
import { endpoint } from '../shared/endpoint.ts';
import { foldCase } from '../shared/fold-case.ts';
import { limits } from '../shared/limits.ts';
import { array, boolean, id, instant, integer, object, optional, page, type Static, string, text } from '../shared/schema.ts';

/** A tag: a letter, then letters, digits and -_+. but no dot at the end. Excludes invisible letters. Needs the flag `u`. */
const letters = '(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{Nd}_+.-])';
const tagText = () => `(?!\\p{DI})\\p{L}(?:${letters}{0,${limits.tag - 2}}(?!\\.)${letters})?`;
const tagPattern = () => `^${tagText()}$`;

/** Normalizes a tag for comparison and storage. */
export const tagKey = foldCase;
export const isTagName = (name: string): boolean => [...name].length <= limits.tag && new RegExp(tagPattern(), 'u').test(name);
/** The page of a tag, for members. */
export const tagPath = (tag: string): string => `/dev/tags/${encodeURIComponent(tag)}`;
/** The public posts with a tag, for everyone. */
export const publicTagPath = (tag: string): string => `/dev/explore?tag=${encodeURIComponent(tag)}`;
/** Points the tags in sanitized HTML to public posts. A replacement is safe, because sanitized text contains `&lt;` instead of `<`. */
export const withPublicTags = (html: string): string =>
  html.replaceAll(`<a class="tag" href="${tagPath('')}`, `<a class="tag" href="${publicTagPath('')}`);

export const tagName = (options: { description?: string } = {}) =>
  string({
    title: 'Tag',
    maxLength: limits.tag,
    pattern: tagPattern(),
    'x-invalid': 'A tag must begin with a letter and contain only letters, digits and -_+.',
    ...options,
  });

export const postTags = optional(
  array(tagName(), {
    title: 'Tags',
    maxItems: limits.tags,
    'x-invalid': `Tags must be a list of at most ${limits.tags} tags, such as rust or node.js`,
    description: `Added before the tags of the text. ${limits.tags} in total; further ones are ignored.`,
  }),
);

const tagFields = {
  name: string(),
  description: optional(string()),
  posts: integer({ description: 'Number of posts.' }),
  followers: integer(),
  lastUsed: optional(instant()),
};
export const tag = object(tagFields, { title: 'Tag' });
export type Tag = Static<typeof tag>;

export const tagDetails = object(
  {
    ...tagFields,
    aliases: array(string(), { description: 'Other names of the tag.' }),
    members: array(object({ user: object({ _id: id(), name: string(), avatar: avatar() }), posts: integer() }), {
      description: 'The members with the most posts among the newest 500 with this tag.',
    }),
    viewer: object({ following: boolean(), muted: boolean() }),
  },
  { title: 'TagDetails' },
);
export type TagDetails = Static<typeof tagDetails>;

/** With `q`, returns one page: the tags that begin with it, those with the most posts first. */
export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  summary: 'List tags',
  tag: 'Tags',
  access: 'member',
  query: object({
    ...page,
    q: optional(text({ title: 'Q', max: limits.tag, description: 'The beginning of a tag.' })),
    sort: optional(
      string({
        title: 'Sort',
        enum: ['activity', 'name'],
        description: 'activity (default): by the time of the last post, newest first. name: in alphabetical order. Ignored with q.',
      }),
    ),
  }),
  reply: array(tag),
  hasEtag: true,
  errors: ['cursorInvalid'],
});

const params = object({ tag: tagName() });

/** An alias resolves to its tag. */
export const readTag = endpoint({
  method: 'GET',
  path: '/api/tags/:tag',
  summary: 'Get a tag',
  tag: 'Tags',
  access: 'member',
  params,
  reply: tagDetails,
  notFound: 'tagNotFound',
});

const change = { tag: 'Tags', access: 'member', params, notFound: 'tagNotFound', rate: 'follow' } as const;
const following = object({ following: boolean() }, { title: 'Following' });
const muted = object({ muted: boolean() }, { title: 'Muted' });

/** Idempotent. An alias resolves to its tag. */
export const followTag = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/follows/tags/:tag',
  summary: 'Follow a tag',
  reply: following,
  errors: ['followsFull'],
});
export const unfollowTag = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/follows/tags/:tag',
  summary: 'Unfollow a tag',
  reply: following,
});
/** Idempotent. Posts with the tag appear in no list of the member, except their own posts. Private. */
export const muteTag = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/mutes/tags/:tag',
  summary: 'Mute a tag',
  reply: muted,
  errors: ['mutesFull'],
});
export const unmuteTag = endpoint({ ...change, method: 'DELETE', path: '/api/mutes/tags/:tag', summary: 'Unmute a tag', reply: muted });
