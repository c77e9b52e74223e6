import { endpoint } from './endpoint.ts';
import { array, id, object, type Static } from './schema.ts';

export const like = object({ _id: id(), user: id() }, { title: 'Like' });
export type Like = Static<typeof like>;

const params = object({ id: id({ description: "The post's." }) });

/** Liking twice is liking once; so is liking from many connections at the same time. */
export const likePost = endpoint({
  method: 'PUT',
  path: '/api/posts/like/:id',
  summary: 'Like a post',
  tag: 'Likes',
  who: 'member',
  params,
  reply: array(like),
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
  reply: array(like),
  notFound: 'postNotFound',
  rate: 'like',
});
