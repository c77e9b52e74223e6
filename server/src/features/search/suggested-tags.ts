import { limits, type SuggestedTag, tagKey } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { publicTags } from '../posts/public-sources.ts';
import { plainTag, resolveTags } from '../tags/post-tags.ts';
import { tagsWith } from '../tags/tags.ts';
import { maxWords, minLength, similarTo } from './similar.ts';

/** Tags that are considered for a prefix, in alphabetical order and by use: for suggestions, and for similar tags, which are read once per search. */
const [maxConsidered, maxCompared] = [100, 1000];

/** Returns the first different tags. */
const distinct = (tags: SuggestedTag[]): SuggestedTag[] =>
  [...new Map(tags.map(({ name, posts }) => [name, { name, posts }])).values()].slice(0, limits.suggestedOfKind);

const keysOf = (words: string[]): string[] => words.map((word) => plainTag(tagKey(word.replace(/^#+/, '')))).filter(Boolean);

/** Suggests the tags of words, of which the last may be incomplete: those with a word as their name or alias first, then the most used. */
export async function suggestTags(reader: Reader, words: string[]): Promise<SuggestedTag[]> {
  const names = keysOf(words);
  const last = names.at(-1);
  if (last === undefined) return [];
  const joined = names.join('-');
  const exact = await resolveTags(reader, [...names, joined]);
  const [named, ...beginning] = await Promise.all([
    reader.all<SuggestedTag>`select name, posts from tags where name = any(${exact}) order by posts desc, name`,
    ...[...new Set([joined, last])].map((prefix) => tagsWith(reader, prefix, limits.suggestedOfKind, maxConsidered)),
  ]);
  const all = [...named, ...beginning.flat().sort((a, b) => b.posts - a.posts)];
  return distinct(all);
}

/** As `suggestTags`, of the tags of the newest public posts. */
export async function suggestPublicTags(context: Context, words: string[]): Promise<SuggestedTag[]> {
  const names = keysOf(words);
  const last = names.at(-1);
  if (last === undefined) return [];
  const joined = names.join('-');
  const exact = await resolveTags(context.db, [...names, joined]);
  const tags = await publicTags(context);
  return distinct([
    ...tags.filter(({ name }) => exact.includes(name)),
    ...tags.filter(({ name }) => name.startsWith(joined) || name.startsWith(last)),
  ]);
}

/** Finds tags that a word may mean that is no tag itself. They have the same first letter. */
export async function findSimilarTags(reader: Reader, words: string[]): Promise<SuggestedTag[]> {
  const names = misspelt(words);
  const resolved = await resolveTags(reader, names);
  const stored = await reader.all<{ name: string }>`select name from tags where name = any(${resolved})`;
  const unknown = names.filter((_, index) => !stored.some(({ name }) => name === resolved[index])).slice(0, maxWords);
  const similar = unknown.map(async (word) =>
    similarTo(word, await tagsWith(reader, Array.from(word)[0] as string, 2 * maxCompared, maxCompared), nameOf),
  );
  return nearest((await Promise.all(similar)).flat());
}

/** As `findSimilarTags`, among the tags of the newest public posts. */
export async function findSimilarPublicTags(context: Context, words: string[]): Promise<SuggestedTag[]> {
  const names = misspelt(words).slice(0, maxWords);
  if (names.length === 0) return [];
  const [resolved, tags] = await Promise.all([resolveTags(context.db, names), publicTags(context)]);
  const unknown = names.filter((_, index) => !tags.some(({ name }) => name === resolved[index]));
  return nearest(
    unknown.flatMap((word) =>
      similarTo(
        word,
        tags.filter(({ name }) => name[0] === word[0]),
        nameOf,
      ),
    ),
  );
}

const misspelt = (words: string[]): string[] => keysOf(words).filter((name) => name.length >= minLength && name.length <= limits.tag);

const nameOf = ({ name }: SuggestedTag): string => name;

const nearest = (similar: Array<{ candidate: SuggestedTag; distance: number }>): SuggestedTag[] =>
  distinct(similar.sort((a, b) => a.distance - b.distance || b.candidate.posts - a.candidate.posts).map(({ candidate }) => candidate));
