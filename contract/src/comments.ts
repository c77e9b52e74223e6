import { avatar } from './avatars.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import {
  array,
  boolean,
  byId,
  id,
  idempotencyHeaders,
  instant,
  integer,
  multilineText,
  object,
  optional,
  page,
  type Static,
  string,
} from './schema.ts';
import { rendered } from './texts.ts';

/** `name` and `avatar` are the author's current ones; `user` is the author's id. */
export const comment = object(
  {
    _id: id(),
    parent: optional(id({ description: 'Id of the comment that this one replies to.' })),
    text: string(),
    ...rendered,
    name: string(),
    avatar: avatar(),
    user: id(),
    likeCount: integer(),
    date: instant(),
    viewer: optional(
      object(
        { liked: boolean() },
        { description: 'The state of the user who asks. Missing in a post, whose embedded comments are the same for everyone.' },
      ),
    ),
  },
  { title: 'Comment' },
);
export type Comment = Static<typeof comment>;

export const commentInput = object(
  { text: multilineText({ title: 'Text', max: limits.commentText, required: 'Text is required' }) },
  { title: 'CommentInput' },
);
export type CommentInput = Static<typeof commentInput>;

/** Response to a change, so that clients can update their list. `GET /api/posts/:id/comments` returns all comments. */
const newest = array(comment, { description: `Newest first: at most ${limits.embedded}, and at most ${limits.embeddedBytes} bytes.` });

/** Sorted newest first by default. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  summary: 'List the comments on a post',
  tag: 'Comments',
  access: 'member',
  params: byId,
  query: object({
    ...page,
    order: optional(
      string({ title: 'Order', pattern: '^(newest|oldest)$', default: 'newest', description: 'Sort order: newest or oldest first.' }),
    ),
  }),
  reply: array(comment),
  hasEtag: true,
  notFound: 'postNotFound',
  errors: ['cursorInvalid'],
});

/** Repeating the request with the same `Idempotency-Key` does not add a second comment. */
export const addComment = endpoint({
  method: 'POST',
  path: '/api/posts/comment/:postId',
  summary: 'Comment on a post',
  tag: 'Comments',
  access: 'member',
  params: object({ postId: id() }),
  headers: idempotencyHeaders,
  body: commentInput,
  reply: newest,
  hasTotal: true,
  notFound: 'postNotFound',
  rate: 'comment',
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/posts/comment/:postId/:commentId',
  summary: 'Delete one of your comments',
  tag: 'Comments',
  access: 'member',
  params: object({ postId: id(), commentId: id() }),
  reply: newest,
  hasTotal: true,
  notFound: 'commentNotFound',
  errors: ['notAuthor'],
});
