import { limits, type SearchSuggestions, type SuggestionKind, searchTokens } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import type { Member } from '../../platform/member.ts';
import { suggestSkills } from '../profiles/skills.ts';
import type { Searcher } from './source.ts';
import { suggestPeople } from './suggested-people.ts';
import { findSimilarTags, suggestPublicTags, suggestTags } from './suggested-tags.ts';
import { suggestTitles } from './titles.ts';

/** Suggests results for a query that is being typed. Visitors get neither posts nor similar tags. Reads few rows of each index, because every key press may send a request. */
export async function suggestResults(
  context: Context,
  viewer: Member | undefined,
  q: string,
  kinds: SuggestionKind[],
  searcher: Searcher,
): Promise<SearchSuggestions> {
  const [people, tags, skills, similarTags, posts] = await Promise.all([
    kinds.includes('people') ? suggestPeople(context, plainText(q)) : [],
    kinds.includes('tags') ? (viewer ? suggestTags(context.db, tagWords(q)) : suggestPublicTags(context, tagWords(q))) : [],
    kinds.includes('skills') ? suggestSkillsOf(context.db, q) : [],
    viewer && kinds.includes('similarTags') ? findSimilarTags(context.db, tagWords(q)) : [],
    viewer && kinds.includes('posts') ? suggestTitles(context, viewer, q, searcher) : [],
  ]);
  return { people, tags, skills, similarTags, posts };
}

/** The parts of a query that may be names or handles: not those of operators and exclusions. */
const plainText = (q: string): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) => (operator || isNegative ? [] : value));

const tagWords = (q: string): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) =>
    isNegative || (operator && operator.name !== 'tag') ? [] : value.split(/\s+/).filter(Boolean),
  );

/** Suggests the skills that begin with the plain text of a query, then those that begin with its last word. */
async function suggestSkillsOf(reader: Reader, q: string): Promise<string[]> {
  const words = plainText(q).filter(Boolean);
  const beginnings = [...new Set([words.join(' '), words.at(-1) ?? ''])].filter(Boolean);
  const found = await Promise.all(beginnings.map((text) => suggestSkills(reader, text)));
  return [...new Set(found.flat())].slice(0, limits.suggestedOfKind);
}
