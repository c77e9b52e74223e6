import { listTags, readTag } from '@dev-connector/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Beginning of the keys of `tagQuery`. */
export const tagQueryKey = ['tag'];

export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: [...tagQueryKey, tag],
    queryFn: async ({ signal }) => (await api(readTag, { params: { tag }, signal })).data,
  });

/** Pages of tags, or those that begin with `q`. */
export const tagsQuery = (q: string, sort: 'activity' | 'name') =>
  infiniteQueryOptions({
    queryKey: ['tags', q, sort],
    queryFn: ({ pageParam, signal }) => api(listTags, { query: q ? { q, limit: 100 } : { cursor: pageParam, limit: 100, sort }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** Tags to complete a prefix with. */
export const tagSuggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['tags', 'suggestions', q],
    queryFn: async ({ signal }) => (await api(listTags, { query: { q, limit: 6 }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The tags of the newest posts. */
export const activeTagsQuery = queryOptions({
  queryKey: ['tags', 'active'],
  queryFn: async ({ signal }) => (await api(listTags, { query: { limit: 6 }, signal })).data,
});
