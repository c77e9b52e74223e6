import { limits, postPath, publicTagPath, type SearchSuggestions, tagPath } from '@dev-connector/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../ui/browser/useDebounced';
import { formatNumber } from '../../ui/numbers';
import { useToken } from '../accounts/session/session';
import { begins } from './begins';
import type { SuggestedKind } from './SuggestedMark';
import { suggestedQuery } from './suggested-query';

/** A person, tag, skill or post to open. */
export interface Suggested {
  to: string;
  label: string;
  hint: string;
  kind: SuggestedKind;
  /** Of a person. */
  avatar?: string;
}

/** Milliseconds without a key press until suggestions load. */
export const debounceTime = 100;

/** Returns people, tags, skills and posts for a text that is being typed. Of those for an earlier text, only the ones that the text still begins. Loads none unless `isEnabled`. */
export function useSuggested(text: string, isEnabled = true): Suggested[] {
  const current = [...text.trim()].slice(0, limits.searchQuery).join('');
  const q = useDebounced(current, debounceTime);
  const isMember = typeof useToken() === 'string';
  const { data, isPlaceholderData } = useQuery({
    ...suggestedQuery(q, isMember),
    enabled: isEnabled && q !== '',
    placeholderData: keepPreviousData,
  });
  if (current === '' || q === '' || !data) return [];
  const suggested = toSuggested(data, isMember);
  return q === current && !isPlaceholderData ? suggested : suggested.filter(({ label }) => begins(label, current));
}

const toSuggested = ({ people, tags, skills, posts }: SearchSuggestions, isMember: boolean): Suggested[] => [
  ...people.map(({ _id, name, handle, avatar }) => ({
    to: `/dev/profile/${_id}`,
    label: name,
    hint: handle ? `@${handle}` : 'Person',
    kind: 'person' as const,
    avatar,
  })),
  ...tags.map(({ name, posts }) => ({
    to: isMember ? tagPath(name) : publicTagPath(name),
    label: `#${name}`,
    hint: `${formatNumber(posts)} ${posts === 1 ? 'post' : 'posts'}`,
    kind: 'tag' as const,
  })),
  ...skills.map((name) => ({
    to: `/dev/profiles?${new URLSearchParams({ skill: name })}`,
    label: name,
    hint: 'Skill',
    kind: 'skill' as const,
  })),
  ...posts.map((post) => ({ to: postPath(post), label: post.title, hint: 'Post', kind: 'post' as const })),
];
