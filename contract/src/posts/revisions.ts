import { endpoint } from '../shared/endpoint.ts';
import { array, byId, id, instant, integer, message, object, optional, page, type Static, string } from '../shared/schema.ts';

/** An earlier version of a post or comment. Its author can erase the text and the title. */
export const revision = object(
  {
    _id: id(),
    version: integer(),
    title: optional(string()),
    text: optional(string({ description: 'Missing if the author has erased it.' })),
    format: string({ enum: ['markdown', 'plain'] }),
    date: instant(),
  },
  { title: 'Revision' },
);
export type Revision = Static<typeof revision>;

const listOf = {
  method: 'GET',
  tag: 'Revisions',
  access: 'member',
  params: byId,
  query: object(page),
  reply: array(revision),
  hasEtag: true,
} as const;
/** Far above the number of versions that the server stores. */
const byVersion = object({ id: id(), version: integer({ minimum: 1, maximum: 1_000_000 }) });
const eraseOf = {
  method: 'DELETE',
  tag: 'Revisions',
  access: 'member',
  params: byVersion,
  reply: message,
  notFound: 'revisionNotFound',
} as const;

/** Sorted newest first, without the current version. */
export const listPostRevisions = endpoint({
  ...listOf,
  path: '/api/posts/:id/revisions',
  summary: 'List the earlier versions of a post',
  notFound: 'postNotFound',
  errors: ['cursorInvalid'],
});

/** Sorted newest first, without the current version. */
export const listCommentRevisions = endpoint({
  ...listOf,
  path: '/api/comments/:id/revisions',
  summary: 'List the earlier versions of a comment',
  notFound: 'commentNotFound',
  errors: ['cursorInvalid'],
});

/** The version stays in the list, without text and title. Idempotent. */
export const erasePostRevision = endpoint({
  ...eraseOf,
  path: '/api/posts/:id/revisions/:version',
  summary: 'Erase the text of an earlier version of your post',
  errors: ['notAuthor'],
});

/** The version stays in the list, without text. Idempotent. */
export const eraseCommentRevision = endpoint({
  ...eraseOf,
  path: '/api/comments/:id/revisions/:version',
  summary: 'Erase the text of an earlier version of your comment',
  errors: ['notAuthor'],
});
