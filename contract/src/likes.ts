import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { array, byId, id, object, page, type Static } from './schema.ts';

export const like = object({ _id: id(), user: id() }, { title: 'Like' });
export type Like = Static<typeof like>;

const params = object({ id: id({ description: "The post's." }) });
/** What a change answers with. `GET /api/posts/:id/likes` has the whole list. */
const newest = array(like, { description: `The newest ${limits.embedded}, newest first.` });

/** Newest first. */
export const listLikes = endpoint({
  method: 'GET',
  path: '/api/posts/:id/likes',
  summary: 'List the likes of a post',
  tag: 'Likes',
  who: 'member',
  params: byId,
  query: object(page),
  reply: array(like),
  tagged: true,
  notFound: 'postNotFound',
  errors: ['cursorInvalid'],
});

/** Liking twice is liking once; so is liking from many connections at the same time. */
export const likePost = endpoint({
  method: 'PUT',
  path: '/api/posts/like/:id',
  summary: 'Like a post',
  tag: 'Likes',
  who: 'member',
  params,
  reply: newest,
  counted: true,
  notFound: 'postNotFound',
  rate: 'like',
});

/** Unliking what is not liked changes nothing. */
export const unlikePost = endpoint({
  method: 'PUT',
  path: '/api/posts/unlike/:id',
  summary: 'Take back my like',
  tag: 'Likes',
  who: 'member',
  params,
  reply: newest,
  counted: true,
  notFound: 'postNotFound',
  rate: 'like',
});
