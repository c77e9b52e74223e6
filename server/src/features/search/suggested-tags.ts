import { limits, type SuggestedTag, tagKey } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { editDistance } from '../../platform/text/edit-distance.ts';
import { publicTags } from '../posts/public-sources.ts';
import { plainTag, resolveTags } from '../tags/post-tags.ts';
import { tagsWith } from '../tags/tags.ts';

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

/** Words for which similar tags are looked for, their minimum length, and the length from which two letters may differ. */
const [maxWords, minLength, longWord] = [3, 4, 7];

/** Finds tags that a word may mean that is no tag itself. They have the same first letter. */
export async function findSimilarTags(reader: Reader, words: string[]): Promise<SuggestedTag[]> {
  const names = keysOf(words).filter((name) => name.length >= minLength && name.length <= limits.tag);
  const resolved = await resolveTags(reader, names);
  const stored = await reader.all<{ name: string }>`select name from tags where name = any(${resolved})`;
  const unknown = names.filter((_, index) => !stored.some(({ name }) => name === resolved[index])).slice(0, maxWords);
  const similar = await Promise.all(
    unknown.map(async (word) => {
      const candidates = await tagsWith(reader, Array.from(word)[0] as string, 2 * maxCompared, maxCompared);
      const maxDistance = word.length < longWord ? 1 : 2;
      return candidates
        .filter(({ name }) => Math.abs(name.length - word.length) <= 2 * maxDistance) // a letter has up to two UTF-16 units
        .map((tag) => ({ tag, distance: editDistance(word, tag.name) }))
        .filter(({ distance }) => distance <= maxDistance);
    }),
  );
  const nearest = similar.flat().sort((a, b) => a.distance - b.distance || b.tag.posts - a.tag.posts);
  return distinct(nearest.map(({ tag }) => tag));
}
