import { type SearchSuggestions, type SuggestionKind, searchTokens } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Member } from '../../platform/member.ts';
import type { Searcher } from './source.ts';
import { suggestPeople } from './suggested-people.ts';
import { findSimilarSkills, suggestSkillsOf } from './suggested-skills.ts';
import { findSimilarTags, suggestTags, tagsFor } from './suggested-tags.ts';
import { suggestTitles } from './titles.ts';

/** Suggests results for a query that is being typed. Visitors get no posts, and the tags of public posts only. Reads few rows of each index, because every key press may send a request. */
export async function suggestResults(
  context: Context,
  viewer: Member | undefined,
  q: string,
  kinds: SuggestionKind[],
  searcher: Searcher,
): Promise<SearchSuggestions> {
  const { db } = context;
  const known = tagsFor(context, viewer);
  const [people, tags, skills, similarTags, similarSkills, posts] = await Promise.all([
    kinds.includes('people') ? suggestPeople(context, viewer ?? 'visitors', plainText(q)) : [],
    kinds.includes('tags') ? suggestTags(db, known, tagWords(q)) : [],
    kinds.includes('skills') ? suggestSkillsOf(db, plainText(q).filter(Boolean)) : [],
    kinds.includes('similarTags') ? findSimilarTags(db, known, tagWords(q)) : [],
    kinds.includes('similarSkills') ? findSimilarSkills(db, skillWords(q)) : [],
    viewer && kinds.includes('posts') ? suggestTitles(context, viewer, q, searcher) : [],
  ]);
  return { people, tags, skills, similarTags, similarSkills, posts };
}

/** The parts of a query that may be names or handles: not those of operators and exclusions. */
const plainText = (q: string): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) => (operator || isNegative ? [] : value));

/** The words that may be names of tags or skills: plain ones, and those of the operator. */
const wordsFor = (q: string, name: 'tag' | 'skill'): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) =>
    isNegative || (operator && operator.name !== name) ? [] : value.split(/\s+/).filter(Boolean),
  );
const tagWords = (q: string) => wordsFor(q, 'tag');
const skillWords = (q: string) => wordsFor(q, 'skill');
