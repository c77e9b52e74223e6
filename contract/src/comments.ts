import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { array, id, idempotencyHeaders, instant, multilineText, object, type Static, string } from './schema.ts';

/** `name` and `avatar` are the author's current ones; `user` is the author's id. */
export const comment = object(
  { _id: id(), text: string(), name: string(), avatar: string(), user: id(), date: instant() },
  { title: 'Comment' },
);
export type Comment = Static<typeof comment>;

export const commentInput = object(
  { text: multilineText({ title: 'Text', max: limits.commentText, required: 'Text is required' }) },
  { title: 'CommentInput' },
);
export type CommentInput = Static<typeof commentInput>;

/**
 * Answers with all the post's comments, newest first, so that the list on the page can never be stale. A repeat with the same `Idempotency-Key` adds
 * nothing.
 */
export const addComment = endpoint({
  method: 'POST',
  path: '/api/posts/comment/:postId',
  summary: 'Comment on a post',
  tag: 'Comments',
  who: 'member',
  params: object({ postId: id() }),
  headers: idempotencyHeaders,
  body: commentInput,
  reply: array(comment),
  notFound: 'postNotFound',
  rate: 'comment',
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/posts/comment/:postId/:commentId',
  summary: 'Delete a comment of mine',
  tag: 'Comments',
  who: 'member',
  params: object({ postId: id(), commentId: id() }),
  reply: array(comment),
  notFound: 'commentNotFound',
  errors: ['notAuthor'],
});
