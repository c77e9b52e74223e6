import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, boolean, byId, id, integer, object, page, type Static } from '../shared/schema.ts';

export const like = object({ _id: id(), user: id() }, { title: 'Like' });
export type Like = Static<typeof like>;

/** Sorted newest first. */
export const listLikes = endpoint({
  method: 'GET',
  path: '/api/posts/:id/likes',
  summary: 'List the likes of a post',
  tag: 'Likes',
  access: 'member',
  params: byId,
  query: object(page),
  reply: array(like),
  hasEtag: true,
  notFound: 'postNotFound',
  errors: ['cursorInvalid'],
});

const postLike = {
  path: '/api/posts/:id/like',
  tag: 'Likes',
  access: 'member',
  params: byId,
  reply: object({ likeCount: integer(), viewer: object({ liked: boolean() }) }, { title: 'PostLikes' }),
  notFound: 'postNotFound',
  rate: 'like',
} as const;

/** Idempotent, even with concurrent requests. */
export const likePost = endpoint({ ...postLike, method: 'PUT', summary: 'Like a post' });

/** Idempotent: does nothing if the member does not like the post. */
export const unlikePost = endpoint({ ...postLike, method: 'DELETE', summary: 'Unlike a post' });

/** How clients of the classic API like: with the newest likes in the response. */
const classicLike = {
  method: 'PUT',
  tag: 'Likes',
  access: 'member',
  params: object({ id: id({ description: 'Id of the post.' }) }),
  reply: array(like, { description: `The newest ${limits.embedded}, newest first.` }),
  hasTotal: true,
  notFound: 'postNotFound',
  rate: 'like',
} as const;

export const likePostClassic = endpoint({ ...classicLike, path: '/api/posts/like/:id', summary: 'Like a post, and return its likes' });
export const unlikePostClassic = endpoint({
  ...classicLike,
  path: '/api/posts/unlike/:id',
  summary: 'Unlike a post, and return its likes',
});
