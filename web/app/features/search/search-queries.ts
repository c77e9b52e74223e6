import { type FoundComment, type FoundPerson, type FoundPost, search, searchTokens } from '@dev-connector/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';
import { developerOf } from '../directory/directory-queries';
import type { Search } from './address';

/** Drops the fields of a profile that the results do not show, to keep the page small that the server renders. `following` is undefined to visitors. */
const personOf = (person: FoundPerson, words: string[]) => ({ ...developerOf(person, words), following: person.viewer?.following });

export type PersonResult = ReturnType<typeof personOf>;
export type Result = PersonResult | FoundPost | FoundComment;

/** Pages of results. A new query aborts the request of the previous one. A member also sees which people they follow. */
export const searchQuery = ({ q, type, from }: Pick<Search, 'q' | 'type' | 'from'>, isMember: boolean, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['search', type, q, from ?? null, isMember],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await call(search, { query: { q, type, cursor: pageParam ?? undefined }, signal });
      const words = searchTokens(q).flatMap(({ value }) => [value, ...value.split(/\s+/)]);
      return { data: data.map((found): Result => ('skills' in found ? personOf(found, words) : found)), next };
    },
    initialPageParam: from ?? null, // the dehydrated state is JSON, which has no `undefined`
    getNextPageParam: (page) => page.next,
  });
