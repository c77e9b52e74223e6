import { limits, type SuggestedTag, tagKey } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import type { Member } from '../../platform/member.ts';
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

/** The tags that a viewer may find, the most used first. */
interface TagList {
  /** Returns those with one of the names. */
  named(names: string[]): Promise<SuggestedTag[]>;
  /** Returns those that begin with a prefix: `count` of the `considered` ones. */
  beginning(prefix: string, count: number, considered: number): Promise<SuggestedTag[]>;
}

/** Returns the tags of all posts for members, and of the newest public posts for visitors. */
export const tagsFor = (context: Context, viewer: Member | undefined): TagList => (viewer ? allTags(context.db) : ofPublicPosts(context));

const allTags = (reader: Reader): TagList => ({
  named: (names) => reader.all<SuggestedTag>`select name, posts from tags where name = any(${names}) order by posts desc, name`,
  beginning: (prefix, count, considered) => tagsWith(reader, prefix, count, considered),
});

function ofPublicPosts(context: Context): TagList {
  let tags: Promise<SuggestedTag[]> | undefined;
  const tagsThat = async (matches: (name: string) => boolean) => {
    tags ??= publicTags(context);
    return (await tags).filter(({ name }) => matches(name));
  };
  return {
    named: (names) => tagsThat((name) => names.includes(name)),
    beginning: (prefix) => tagsThat((name) => name.startsWith(prefix)),
  };
}

/** Suggests the tags of words, of which the last may be incomplete: those with a word as their name or alias first, then the most used. */
export async function suggestTags(reader: Reader, tags: TagList, words: string[]): Promise<SuggestedTag[]> {
  const names = keysOf(words);
  const last = names.at(-1);
  if (last === undefined) return [];
  const joined = names.join('-');
  const exact = await resolveTags(reader, [...names, joined]);
  const [named, ...beginning] = await Promise.all([
    tags.named(exact),
    ...[...new Set([joined, last])].map((prefix) => tags.beginning(prefix, limits.suggestedOfKind, maxConsidered)),
  ]);
  return distinct([...named, ...beginning.flat().sort((a, b) => b.posts - a.posts)]);
}

/** Finds tags that a word may mean that is no tag itself. They have the same first letter. */
export async function findSimilarTags(reader: Reader, tags: TagList, words: string[]): Promise<SuggestedTag[]> {
  const names = keysOf(words).filter((name) => name.length >= minLength && name.length <= limits.tag);
  if (names.length === 0) return [];
  const resolved = await resolveTags(reader, names);
  const known = await tags.named(resolved);
  const unknown = names.filter((_, index) => !known.some(({ name }) => name === resolved[index])).slice(0, maxWords);
  const similar = unknown.map(async (word) => {
    const [letter = ''] = word;
    return similarTo(word, await tags.beginning(letter, 2 * maxCompared, maxCompared), ({ name }) => name);
  });
  const nearest = (await Promise.all(similar)).flat().sort((a, b) => a.distance - b.distance || b.candidate.posts - a.candidate.posts);
  return distinct(nearest.map(({ candidate }) => candidate));
}
