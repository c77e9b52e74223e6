import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, integer, object, optional, page, type Static, string } from '../shared/schema.ts';
import { postFields, postFilters } from './posts.ts';

/** A post as visitors see it: with its counts, without likes and comments. */
export const publicPost = object(postFields, { title: 'PublicPost' });
export type PublicPost = Static<typeof publicPost>;

export const publicFeeds = ['latest', 'top'] as const;
export type PublicFeed = (typeof publicFeeds)[number];

/** Ignores the token, so that all viewers share the response. Sorted by first publication, newest first; the top feed by score. */
export const listPublicPosts = endpoint({
  method: 'GET',
  path: '/api/posts/public',
  summary: 'List public posts',
  tag: 'Posts',
  access: 'anyone',
  query: object({
    ...page,
    feed: optional(
      string({
        title: 'Feed',
        enum: [...publicFeeds],
        description:
          'latest (default): all public posts. top: those of the last year by likes and number of commenters, decreasing with age; up to 500.',
      }),
    ),
    ...postFilters,
  }),
  reply: array(publicPost),
  hasEtag: true,
  errors: ['cursorInvalid', 'feedCombination'],
});

const publicTag = object(
  { name: string(), posts: integer({ description: `Number of posts among the newest ${limits.publicTagPosts} public ones.` }) },
  { title: 'PublicTag' },
);
export type PublicTag = Static<typeof publicTag>;

/** Ignores the token. Sorted by number of posts. */
export const listPublicTags = endpoint({
  method: 'GET',
  path: '/api/posts/public/tags',
  summary: 'List the tags of public posts',
  tag: 'Tags',
  access: 'anyone',
  reply: array(publicTag, { description: `At most ${limits.publicTags}.` }),
});
