import { avatar } from './avatars.ts';
import { sentDraft } from './drafts/sent-draft.ts';
import { handle } from './handles.ts';
import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import {
  array,
  boolean,
  byId,
  id,
  idempotencyHeaders,
  idPattern,
  instant,
  integer,
  markdownText,
  object,
  optional,
  page,
  type Static,
  string,
} from './shared/schema.ts';
import { missingText, rendered } from './shared/texts.ts';
import { visibility, visibilityInput } from './shared/visibility.ts';
import { union } from './shared/vocabulary.ts';

/** `name` and `avatar` are the author's current ones; `user` is the author's id. */
export const comment = object(
  {
    _id: id(),
    parent: optional(id({ description: 'Id of the comment that this one replies to.' })),
    text: string(),
    ...rendered,
    visibility: visibility(
      'Who can read the comment while the post is public: members, or everyone. `members` below a comment for members.',
    ),
    name: string(),
    handle: handle(),
    avatar: avatar(),
    user: id(),
    likeCount: integer(),
    date: instant(),
    viewer: optional(
      object(
        { liked: boolean() },
        { description: "The viewer's state. Missing for visitors, in a post and in the response to a new or deleted comment." },
      ),
    ),
  },
  { title: 'Comment' },
);
export type Comment = Static<typeof comment>;

const commentText = markdownText({ title: 'Text', max: limits.commentText, required: missingText });

const chosenVisibility = (description: string) =>
  optional(
    visibilityInput({
      description: `${description} Stored as members unless visitors can read comments on the post, and the comment that this one replies to.`,
    }),
  );

export const commentInput = object(
  {
    text: commentText,
    parent: optional(
      string({
        title: 'Parent',
        pattern: idPattern,
        'x-invalid': 'Parent must be the id of a comment',
        description: 'Id of the comment on this post that the new one replies to.',
      }),
    ),
    visibility: chosenVisibility('Default: members.'),
    draft: sentDraft,
  },
  { title: 'CommentInput' },
);
export type CommentInput = Static<typeof commentInput>;

/** Response to a change, so that clients can update their list. `GET /api/posts/:id/comments` returns all comments. */
const newest = array(comment, { description: `Newest first: at most ${limits.embedded}, and at most ${limits.embeddedBytes} bytes.` });

/** A deleted comment that has replies. */
export const deletedComment = object(
  { _id: id(), parent: optional(id()), isDeleted: boolean(), date: instant() },
  { title: 'DeletedComment' },
);
export type DeletedComment = Static<typeof deletedComment>;

const order = optional(
  string({ title: 'Order', enum: ['newest', 'oldest'], default: 'newest', description: 'Sort order: newest or oldest first.' }),
);
const commentOrPlaceholder = union([comment, deletedComment]);

/**
 * Sorted newest first by default. Deleted comments with replies appear as placeholders; no count includes them. Visitors get the public comments of a public post, and
 * 401 for all other posts.
 */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  summary: 'List the comments on a post',
  tag: 'Comments',
  access: 'optional',
  params: byId,
  query: object({ ...page, order }),
  reply: array(commentOrPlaceholder),
  hasEtag: true,
  notFound: 'postNotFound',
  errors: ['cursorInvalid'],
});

/** A comment on a post with all replies below it: those to the comment, and those to other replies. */
export const thread = object(
  {
    comment: commentOrPlaceholder,
    replies: array(commentOrPlaceholder, {
      description: `Oldest first: at most ${limits.embedded}, and at most ${limits.embeddedBytes} bytes together with the comment. GET /api/comments/{id}/replies returns all.`,
    }),
    replyCount: integer({ description: 'Number of replies that are not deleted.' }),
  },
  { title: 'Thread' },
);
export type Thread = Static<typeof thread>;

/**
 * The comments on a post with their replies, sorted newest first by default. With `around`, the list starts with the thread that contains this comment. Visitors get
 * the public comments of a public post, and 401 for all other posts.
 */
export const listThreads = endpoint({
  method: 'GET',
  path: '/api/posts/:id/threads',
  summary: 'List the comments on a post with their replies',
  tag: 'Comments',
  access: 'optional',
  params: byId,
  query: object({
    ...page,
    order,
    around: optional(
      string({
        title: 'Around',
        pattern: idPattern,
        'x-invalid': 'Around must be the id of a comment',
        description: 'Id of a comment. The list starts with its thread.',
      }),
    ),
  }),
  reply: array(thread),
  hasEtag: true,
  notFound: 'postNotFound',
  errors: ['cursorInvalid', 'commentNotFound'],
});

/** Sorted oldest first, with placeholders of deleted comments that have replies. Visitors get public replies to public comments, and 401 for all other comments. */
export const listReplies = endpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  summary: 'List the replies below a comment',
  tag: 'Comments',
  access: 'optional',
  params: byId,
  query: object(page),
  reply: array(commentOrPlaceholder),
  hasEtag: true,
  notFound: 'commentNotFound',
  errors: ['cursorInvalid'],
});

/** Repeating the request with the same `Idempotency-Key` does not add a second comment. */
export const addComment = endpoint({
  method: 'POST',
  path: '/api/posts/comment/:postId',
  summary: 'Comment on a post',
  tag: 'Comments',
  access: 'member',
  stores: true,
  params: object({ postId: id() }),
  headers: idempotencyHeaders,
  body: commentInput,
  reply: newest,
  hasTotal: true,
  notFound: 'postNotFound',
  errors: ['commentsClosed', 'commentNotFound', 'threadFull'],
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

export const commentChange = object(
  {
    text: commentText,
    visibility: chosenVisibility('Default: no change.'),
    draft: sentDraft,
    version: integer({ title: 'Version', minimum: 1, description: 'The version that was edited.' }),
  },
  { title: 'CommentChange' },
);
export type CommentChange = Static<typeof commentChange>;

/** Editing the text creates a version. The previous one stays in the history. Making a comment `members` hides the replies below it from visitors, too. */
export const updateComment = endpoint({
  method: 'PATCH',
  path: '/api/posts/comment/:postId/:commentId',
  summary: 'Edit one of your comments',
  tag: 'Comments',
  access: 'member',
  stores: true,
  params: object({ postId: id(), commentId: id() }),
  body: commentChange,
  reply: comment,
  notFound: 'commentNotFound',
  errors: ['notAuthor', 'textChanged', 'versionsFull'],
  rate: 'comment',
});

const commentLike = {
  path: '/api/comments/:id/like',
  tag: 'Comments',
  access: 'member',
  params: byId,
  reply: object({ likeCount: integer(), viewer: object({ liked: boolean() }) }, { title: 'CommentLikes' }),
  notFound: 'commentNotFound',
  rate: 'like',
} as const;

/** Idempotent, even with concurrent requests. */
export const likeComment = endpoint({ ...commentLike, method: 'PUT', summary: 'Like a comment' });

/** Idempotent: does nothing if the member does not like the comment. */
export const unlikeComment = endpoint({ ...commentLike, method: 'DELETE', summary: 'Unlike a comment' });
