import { avatar } from '../avatars.ts';
import { handle } from '../handles.ts';
import { endpoint } from '../shared/endpoint.ts';
import { limits } from '../shared/limits.ts';
import { array, id, integer, object, optional, type Static, string, verbatimText } from '../shared/schema.ts';

/** Lists of suggestions. A request fills the first four by default. */
export const suggestionKinds = ['people', 'tags', 'skills', 'posts', 'similarTags', 'similarSkills'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

const few = { maxItems: limits.suggestedOfKind };

export const suggestedPerson = object(
  { _id: id(), name: string(), handle: handle(), avatar: avatar(), headline: optional(string()) },
  { title: 'SuggestedPerson' },
);
export type SuggestedPerson = Static<typeof suggestedPerson>;
export const suggestedTag = object(
  {
    name: string(),
    posts: integer({ description: `Number of posts; without a token, among the newest ${limits.publicTagPosts} public ones.` }),
  },
  { title: 'SuggestedTag' },
);
export type SuggestedTag = Static<typeof suggestedTag>;
export const suggestedPost = object({ _id: id(), title: string() }, { title: 'SuggestedPost' });
export type SuggestedPost = Static<typeof suggestedPost>;

export const searchSuggestions = object(
  {
    people: array(suggestedPerson, {
      ...few,
      description:
        'Members whose handle begins with the query, and members with a profile whose names have words that begin with those of the query. Without a token, only members with a profile or a public post.',
    }),
    tags: array(suggestedTag, {
      ...few,
      description:
        'Tags that begin with the query or its last word, or have the name or alias of a word. Without a token, those of the newest public posts.',
    }),
    skills: array(string(), { ...few, description: 'Skills of members that begin with the query or its last word, the most used first.' }),
    similarTags: array(suggestedTag, {
      ...few,
      description: 'Tags that differ by one or two letters from a word that is no tag. Without a token, those of the newest public posts.',
    }),
    similarSkills: array(string(), { ...few, description: 'Skills that differ by one or two letters from a word that is no skill.' }),
    posts: array(suggestedPost, {
      ...few,
      description:
        'The newest posts with all words of the query in the title. The last word also matches as a beginning, from three letters on.',
    }),
  },
  { title: 'SearchSuggestions' },
);
export type SearchSuggestions = Static<typeof searchSuggestions>;

/** Suggests people, tags, skills and titles of posts for a query that is being typed. Posts need a token; without one, their list is empty. */
export const suggestResults = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'Suggest people, tags, skills and posts while typing',
  tag: 'Search',
  access: 'optional',
  query: object({
    q: verbatimText({ title: 'Query', max: limits.searchQuery, description: 'A query, perhaps incomplete.' }),
    kinds: optional(
      string({
        title: 'Kinds',
        pattern: `^(${suggestionKinds.join('|')})(,(${suggestionKinds.join('|')}))*$`,
        'x-invalid': `Kinds must be some of ${suggestionKinds.join()}`,
        description: 'The lists to fill, separated by commas. Default: people,tags,skills,posts.',
      }),
    ),
  }),
  reply: searchSuggestions,
});
