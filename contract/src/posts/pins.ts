import { endpoint } from '../shared/endpoint.ts';
import { array, boolean, id, idPattern, object, string } from '../shared/schema.ts';
import { post } from './posts.ts';

const ofPost = {
  path: '/api/pins/:postId',
  tag: 'Pins',
  access: 'member',
  params: object({ postId: id({ description: 'Id of the post.' }) }),
  reply: object({ pinned: boolean() }, { title: 'Pin' }),
  notFound: 'postNotFound',
} as const;

/** Idempotent. The Posts page of your profile shows pinned posts first. */
export const pinPost = endpoint({ ...ofPost, method: 'PUT', summary: 'Pin one of your posts', errors: ['notAuthor', 'pinsFull'] });

export const unpinPost = endpoint({ ...ofPost, method: 'DELETE', summary: 'Unpin one of your posts', errors: ['notAuthor'] });

/** The post pinned last comes first. Posts with a tag that the viewer mutes are left out, except the viewer's own. */
export const listPins = endpoint({
  method: 'GET',
  path: '/api/pins',
  summary: 'List the pinned posts of a member',
  tag: 'Pins',
  access: 'member',
  query: object({
    author: string({
      title: 'Author',
      pattern: idPattern,
      'x-invalid': 'Author must be the id of a user',
      'x-required': 'Author is required',
    }),
  }),
  reply: array(post),
  hasEtag: true,
});
