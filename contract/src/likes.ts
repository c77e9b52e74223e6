import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { array, byId, id, object, page, type Static } from './schema.ts';

export const like = object({ _id: id(), user: id() }, { title: 'Like' });
export type Like = Static<typeof like>;

const params = object({ id: id({ description: 'Id of the post.' }) });
/** Response to a change. `GET /api/posts/:id/likes` returns all likes. */
const newest = array(like, { description: `The newest ${limits.embedded}, newest first.` });

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

/** Idempotent, even with concurrent requests. */
export const likePost = endpoint({
  method: 'PUT',
  path: '/api/posts/like/:id',
  summary: 'Like a post',
  tag: 'Likes',
  access: 'member',
  params,
  reply: newest,
  hasTotal: true,
  notFound: 'postNotFound',
  rate: 'like',
});

/** Idempotent: does nothing if the member does not like the post. */
export const unlikePost = endpoint({
  method: 'PUT',
  path: '/api/posts/unlike/:id',
  summary: 'Unlike a post',
  tag: 'Likes',
  access: 'member',
  params,
  reply: newest,
  hasTotal: true,
  notFound: 'postNotFound',
  rate: 'like',
});
