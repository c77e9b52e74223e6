import { limits, type SearchSuggestions, tagKey } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { editDistance } from '../../platform/text/edit-distance.ts';
import { plainTag, resolveTags } from '../tags/post-tags.ts';
import { tagsWith } from '../tags/tags.ts';

/** Tags that are considered for a prefix, in alphabetical order and by use. */
const maxConsidered = 100;

/** The letters that a similar tag begins with, the length from which a word has similar tags, and that from which two letters may differ. */
const [sameLetters, minLength, longWord] = [2, 4, 7];

/** Suggests the tags of words, of which the last may be incomplete: those with a word as their name or alias first, then the most used. Without any, similar ones. */
export async function suggestTags(reader: Reader, words: string[]): Promise<Pick<SearchSuggestions, 'tags' | 'similarTags'>> {
  const names = words.map((word) => plainTag(tagKey(word.replace(/^#+/, '')))).filter(Boolean);
  const last = names.at(-1);
  if (last === undefined) return { tags: [], similarTags: [] };
  const beginnings = [...new Set([names.join('-'), last])];
  const exact = await resolveTags(reader, [...names, names.join('-')]);
  const [named, ...beginning] = await Promise.all([
    reader.all<TagRow>`select name, posts from tags where name = any(${exact}) order by posts desc, name`,
    ...beginnings.map((prefix) => tagsWith(reader, prefix, limits.suggestedOfKind, maxConsidered)),
  ]);
  const all = [...named, ...beginning.flat().sort((a, b) => b.posts - a.posts)];
  const tags = [...new Map(all.map(({ name, posts }) => [name, { name, posts }])).values()].slice(0, limits.suggestedOfKind);
  return { tags, similarTags: tags.length > 0 ? [] : await similarTo(reader, names.join('-')) };
}

interface TagRow {
  name: string;
  posts: number;
}

async function similarTo(reader: Reader, name: string): Promise<TagRow[]> {
  const letters = Array.from(name);
  if (letters.length < minLength || letters.length > limits.tag) return [];
  const candidates = await tagsWith(reader, letters.slice(0, sameLetters).join(''), 2 * maxConsidered, maxConsidered);
  const maxDistance = letters.length < longWord ? 1 : 2;
  return candidates
    .map(({ name: other, posts }) => ({ name: other, posts, distance: editDistance(name, other) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || b.posts - a.posts)
    .slice(0, limits.suggestedOfKind)
    .map(({ name: other, posts }) => ({ name: other, posts }));
}
