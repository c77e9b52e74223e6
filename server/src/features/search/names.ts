import { type SearchType, tagKey } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { readNames } from '../directory/canonical.ts';
import { resolveTags } from '../tags/post-tags.ts';
import { wholeTerm } from './index-rows.ts';
import type { Parsed } from './query.ts';

/** Lets words match the tags of posts and the skills of people that have them as a name or alias. */
export async function addNames(reader: Reader, type: SearchType, named: Parsed['named']): Promise<void> {
  if (named.length === 0) return;
  const values = named.map(({ value }) => value);
  const skills = await readNames(reader, values);
  const names = type === 'people' ? skills : await tagsOf(reader, values, skills);
  for (const [index, { clause }] of named.entries()) {
    const terms = termsOfNames(type === 'people' ? 'skill' : 'tag', names[index] ?? []);
    if (terms.length > 0) clause.also = terms;
  }
}

/** Returns the terms of all names of a skill or tag. */
export const termsOfNames = (operator: 'skill' | 'tag', names: string[]): string[] => [
  ...new Set(names.map((name) => wholeTerm(operator, name))),
];

/** Returns the tags that each word means, also as the alias of a skill. */
async function tagsOf(reader: Reader, words: string[], skills: string[][]): Promise<string[][]> {
  const resolved = await resolveTags(reader, words);
  const names = resolved.map((tag, index) => [tag, ...(skills[index] ?? []).map(tagKey)]);
  const stored = await reader.all<{ name: string }>`select name from tags where name = any(${names.flat()})`;
  const tags = new Set(stored.map(({ name }) => name));
  return names.map((all) => all.filter((name) => tags.has(name)));
}
