import { comment } from '../comments.ts';
import { followedByViewer } from '../follows.ts';
import { post } from '../posts/posts.ts';
import { profile } from '../profiles/profiles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, boolean, id, integer, object, optional, page, type Static, string, verbatimText } from '../shared/schema.ts';
import { omit, union } from '../shared/vocabulary.ts';
import { type SearchType, searchOperators, searchTypes } from './operators.ts';

export const searchErrors = {
  empty: 'Enter a word, a phrase or an operator such as after:2026-01-01; punctuation and emoji are not searched',
  tooLong: `A query can have at most ${limits.searchTerms} words`,
  tooManyAuthors: `A query can have at most ${limits.searchAuthors} names after by:`,
  notForType: (operator: string, type: SearchType) => `${operator}: does not apply to ${type}`,
  value: (operator: string) => `${operator}: needs a value with a letter or digit`,
  date: (operator: string) => `${operator}: needs a date such as 2026-01-31`,
  negative: (operator: string) => `${operator}: cannot be excluded`,
  has: 'has: can only be has:code',
  open: 'open: must be open:work, open:mentoring or open:collaboration',
};

/** A part of the text that was found. Put together, the parts are the snippet; the marked ones are what the query matches. */
export const snippet = array(object({ text: string(), marked: boolean() }, { title: 'SnippetPart' }));
export type Snippet = Static<typeof snippet>;

export const foundPost = object(
  {
    ...omit(post.properties, 'html', 'likes', 'comments'),
    text: string({ description: `The source, cut at ${limits.foundText} code points.` }),
    titleParts: optional({ ...snippet, description: 'The whole title, in parts like the snippet.' }),
    snippet,
  },
  {
    title: 'FoundPost',
    description: `A post without html, likes and comments. Its text is cut at ${limits.foundText} code points. GET /api/posts/{id} returns the whole post.`,
  },
);
export type FoundPost = Static<typeof foundPost>;
export const foundPerson = object({ ...profile.properties, snippet, viewer: optional(followedByViewer) }, { title: 'FoundPerson' });
export type FoundPerson = Static<typeof foundPerson>;
export const foundComment = object(
  {
    ...comment.properties,
    post: object({ _id: id(), title: optional(string()) }, { title: 'CommentedPost' }),
    snippet,
  },
  { title: 'FoundComment' },
);
export type FoundComment = Static<typeof foundComment>;

const query = verbatimText({
  title: 'Query',
  max: limits.searchQuery,
  required: searchErrors.empty,
  description: `Words that must all be found; "a phrase"; -word or -"a phrase" to exclude, except in texts that contain the query as typed, such as the command rm -rf; ${searchOperators.map(({ example }) => example).join(', ')}; #rust for tag:rust. The last word also matches words that begin with it.`,
});

/**
 * Results with all words in the title or name come first, then those with some of them, then those whose tags or skills have the name of a word, and then the others; each newest first. Dates alone are a query too.
 * People have no entries and no `bio`. Posts and comments need a token.
 */
export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Search posts, people or comments',
  tag: 'Search',
  access: 'optional',
  query: object({
    q: query,
    type: optional(
      string({
        title: 'Type',
        enum: [...searchTypes],
        default: 'posts',
        description: 'posts, people or comments.',
      }),
    ),
    ...page,
  }),
  reply: array(union([foundPost, foundComment, foundPerson])),
  hasEtag: true,
  errors: ['cursorInvalid'],
});

/** Up to `limits.pageMax` of each type, which then means that many or more. */
export const searchCounts = object(
  {
    posts: optional(integer()),
    people: optional(integer()),
    comments: optional(integer()),
    best: optional(string({ description: 'The type whose first result ranks highest. Missing if nothing was found.' })),
  },
  {
    title: 'SearchCounts',
    description: `The number of results by type; ${limits.pageMax} means that many or more. A type is missing if the query does not apply to it, or if only members may search it.`,
  },
);
export type SearchCounts = Static<typeof searchCounts>;

export const countResults = endpoint({
  method: 'GET',
  path: '/api/search/counts',
  summary: 'Count the results of a search by type',
  tag: 'Search',
  access: 'optional',
  query: object({ q: query }),
  reply: searchCounts,
});
