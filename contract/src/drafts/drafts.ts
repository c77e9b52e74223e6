import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, id, instant, integer, message, object, optional, type Static, string, verbatimText } from '../shared/schema.ts';
import { visibility, visibilityInput } from '../shared/visibility.ts';
import { draftContext } from './sent-draft.ts';

/** Characters of a draft that the list shows. */
export const draftExcerpt = 200;

const params = object({
  context: draftContext({
    description:
      'The form that the text is written in: post, comment:{postId}, reply:{commentId} or edit:{id} of a post or comment. Further new posts: post:{uuid}.',
  }),
});

const common = {
  context: draftContext(),
  title: optional(string()),
  tags: optional(string({ description: 'Comma-separated, as typed.' })),
  visibility: optional(visibility('Who will be able to read the text.')),
  post: optional(
    id({
      description:
        'The post that the text is written on, or that is edited. Absent in a new post, and if the post or the comment that it is about was deleted.',
    }),
  ),
  version: integer({ description: 'Grows with every change.' }),
  date: instant(),
};

/** An unsent text. */
export const draft = object({ ...common, text: string() }, { title: 'Draft' });
export type Draft = Static<typeof draft>;

const draftSummary = object(
  { ...common, excerpt: string({ description: `The beginning of the text without Markdown, at most ${draftExcerpt} characters.` }) },
  { title: 'DraftSummary' },
);
export type DraftSummary = Static<typeof draftSummary>;

export const draftInput = object(
  {
    text: verbatimText({ title: 'Text', max: limits.draftText }),
    title: optional(verbatimText({ title: 'Title', max: limits.draftTitle })),
    tags: optional(verbatimText({ title: 'Tags', max: limits.draftTags, description: 'Comma-separated, as typed.' })),
    visibility: optional(visibilityInput()),
    version: optional(
      integer({ title: 'Version', minimum: 1, description: 'The version that this text replaces; required if the draft exists.' }),
    ),
  },
  { title: 'DraftInput' },
);
export type DraftInput = Static<typeof draftInput>;

/** The most recently changed first. There are at most `limits.drafts`. */
export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/drafts',
  summary: 'List your drafts',
  tag: 'Drafts',
  access: 'member',
  reply: array(draftSummary),
});

export const readDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/:context',
  summary: 'Get one of your drafts',
  tag: 'Drafts',
  access: 'member',
  params,
  reply: draft,
  notFound: 'draftNotFound',
});

/**
 * If the stored draft has another version and other contents, returns 409 with the stored draft in `current`. A draft about a deleted post or comment can be changed,
 * but not created.
 */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts/:context',
  summary: 'Save a draft',
  tag: 'Drafts',
  access: 'member',
  unverified: true,
  stores: true,
  params,
  body: draftInput,
  reply: draft,
  notFound: 'draftNotFound',
  errors: ['draftsFull', 'draftsTooLarge', 'notAuthor', 'postNotFound', 'commentNotFound', 'draftChanged'],
  rate: 'draft',
});

/**
 * Idempotent. Returns 409 and deletes nothing if the stored draft has another version than `version`. A text that is sent deletes its draft with the field `draft`
 * instead.
 */
export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:context',
  summary: 'Discard one of your drafts',
  tag: 'Drafts',
  access: 'member',
  unverified: true,
  params,
  query: object({ version: optional(integer({ title: 'Version', minimum: 1 })) }),
  reply: message,
  notFound: 'draftNotFound',
  errors: ['draftChanged'],
  rate: 'draft',
});
