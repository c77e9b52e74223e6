import {
  avatarPath,
  limits,
  type SearchSuggestions,
  type SuggestedPerson,
  type SuggestionKind,
  searchTokens,
} from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import type { Member } from '../../platform/member.ts';
import { baseKey } from '../../platform/text/comparison-keys.ts';
import { directoryFilled } from '../directory/entries.ts';
import { lastCharacter } from '../directory/filters.ts';
import { nameWords } from '../directory/names.ts';
import { suggestSkills } from '../profiles/skills.ts';
import { visiblePeople } from '../visibility/policy.ts';
import type { Searcher } from './source.ts';
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
    kinds.includes('people') ? suggestPeople(context, plainWords(q)) : [],
    kinds.includes('tags') ? (viewer ? suggestTags(context.db, tagWords(q)) : suggestPublicTags(context, tagWords(q))) : [],
    kinds.includes('skills') ? suggestSkillsOf(context.db, q) : [],
    viewer && kinds.includes('similarTags') ? findSimilarTags(context.db, tagWords(q)) : [],
    viewer && kinds.includes('posts') ? suggestTitles(context, viewer, q, searcher) : [],
  ]);
  return { people, tags, skills, similarTags, posts };
}

/** The words of a query that may be names: not those of operators and exclusions. */
const plainWords = (q: string): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) => (operator || isNegative ? [] : nameWords(value)));

const tagWords = (q: string): string[] =>
  searchTokens(q).flatMap(({ operator, isNegative, value }) =>
    isNegative || (operator && operator.name !== 'tag') ? [] : value.split(/\s+/).filter(Boolean),
  );

/** Suggests the skills that begin with the plain text of a query, then those that begin with its last word. */
async function suggestSkillsOf(reader: Reader, q: string): Promise<string[]> {
  const words = searchTokens(q).flatMap(({ operator, isNegative, value }) => (operator || isNegative || value === '' ? [] : [value]));
  const beginnings = [...new Set([words.join(' '), words.at(-1) ?? ''])].filter(Boolean);
  const found = await Promise.all(beginnings.map((text) => suggestSkills(reader, text)));
  return [...new Set(found.flat())].slice(0, limits.suggestedOfKind);
}

/** Names that are read for a word. */
const maxRead = 100;

interface PersonRow {
  id: string;
  name: string;
  headline: string | null;
}

/** Suggests the members whose names have a word for each of these beginnings. Considers the first names with the longest one, and those that begin with all words. */
async function suggestPeople(context: Context, words: string[]): Promise<SuggestedPerson[]> {
  const longest = words.slice(0, limits.directoryWords).toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return [];
  await directoryFilled(context)();
  const start = words.join(' ');
  // `cross join`, because SQLite with old statistics would read all users first.
  const rows = await context.db.all<PersonRow>`
    select u.id, u.name, p.headline from (
      select number from (
        select number from directory_facets where facet = 'word' and key >= ${longest} and key < ${longest + lastCharacter}
        order by key limit cast(${maxRead} as integer)
      ) words
      union select number from (
        select number from directory_entries where name_key >= ${start} and name_key < ${start + lastCharacter}
        order by name_key limit cast(${limits.suggestedOfKind} as integer)
      ) names
    ) found cross join directory_entries e cross join profiles p cross join ${visiblePeople('members')} u
    where e.number = found.number and p.id = e.profile_id and u.id = p.user_id`;
  const matching = rows.filter(({ name }) => words.every((word) => nameWords(name).some((other) => other.startsWith(word))));
  const place = ({ name }: PersonRow) => `${baseKey(name).startsWith(start) ? 0 : 1} ${baseKey(name)}`;
  return matching
    .map((row) => ({ row, key: place(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limits.suggestedOfKind)
    .map(({ row: { id, name, headline } }) => ({ _id: id, name, avatar: avatarPath(id), ...(headline !== null && { headline }) }));
}
