import {
  changeFollowSettings,
  type FollowSettings,
  type FollowState,
  followTag,
  followUser,
  listFollowers,
  listFollowing,
  muteTag,
  readFollowState,
  suggestFollows,
  unfollowTag,
  unfollowUser,
  unmuteTag,
} from '@dev-connector/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction, useButtonAction } from '../../api/action';
import { api } from '../../api/queries';
import { tagQuery, tagQueryKey } from '../tags/tag-queries';
import { ownFollowsQuery } from './own-follows';

export const followStateQuery = (id: string) =>
  queryOptions({
    queryKey: ['follow state', id],
    queryFn: async ({ signal }) => (await api(readFollowState, { params: { id }, signal })).data,
  });

/** Members with shared skills or places. Does not change while the page is open, so that members stay in the list when the viewer follows them. */
export const suggestionsQuery = queryOptions({
  queryKey: ['follow suggestions'],
  queryFn: async ({ signal }) => (await api(suggestFollows, { signal })).data,
  staleTime: 5 * 60_000,
});

export type ListOfPeople = 'followers' | 'following';

export const peopleQuery = (id: string, list: ListOfPeople) =>
  infiniteQueryOptions({
    queryKey: ['people', id, list],
    queryFn: ({ pageParam, signal }) =>
      api(list === 'followers' ? listFollowers : listFollowing, { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

const followingKey = (id: string) => ['follows', id];

/** Whether the viewer follows a member: the latest change, else the state in the list. */
export const useFollowing = (id: string, listed: boolean): boolean =>
  useQuery<boolean>({ queryKey: followingKey(id), queryFn: skipToken, placeholderData: listed }).data ?? listed;

/** Follows a member or unfollows them, optimistically; rolls back on failure. */
export function useFollow(id: string) {
  const queries = useQueryClient();
  const { queryKey } = followStateQuery(id);
  return useButtonAction({
    scope: { id: `follow ${id}` },
    mutationFn: (following: boolean) => api(following ? followUser : unfollowUser, { params: { id } }),
    onMutate: async (following) => {
      await queries.cancelQueries({ queryKey });
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(followingKey(id), following);
      queries.setQueryData(
        queryKey,
        (state) => state && { ...state, followers: state.followers + (following ? 1 : -1), viewer: { ...state.viewer, following } },
      );
      return previous;
    },
    onSuccess: ({ data }) => {
      queries.setQueryData(queryKey, data);
      afterFollow(queries);
    },
    onError: (_error, following, previous) => {
      queries.setQueryData(followingKey(id), !following);
      queries.setQueryData(queryKey, previous);
    },
  });
}

/** The lists of posts and people change with what the viewer follows and mutes. */
function afterFollow(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: ['posts'], refetchType: 'none' });
  void queries.invalidateQueries({ queryKey: ['people'], refetchType: 'none' });
  void queries.fetchQuery({ ...ownFollowsQuery, staleTime: 0 }).catch(() => undefined); // the browser remembers the feed
}

type TagChange = { kind: 'following' | 'muted'; tag: string; value: boolean };

/** Follows or mutes a tag, or ends that. Rejects if it fails. */
export function useTagChange() {
  const queries = useQueryClient();
  return useAction({
    mutationFn: async ({ kind, tag, value }: TagChange) => {
      const params = { tag };
      if (kind === 'following') await api(value ? followTag : unfollowTag, { params });
      else await api(value ? muteTag : unmuteTag, { params });
    },
    onMutate: async ({ kind, tag, value }) => {
      const { queryKey } = tagQuery(tag);
      await queries.cancelQueries({ queryKey });
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(
        queryKey,
        (state) =>
          state && {
            ...state,
            followers: state.followers + (kind === 'following' ? (value ? 1 : -1) : 0),
            viewer: { ...state.viewer, [kind]: value },
          },
      );
      return previous;
    },
    onSuccess: async (_data, { kind, tag }) => {
      afterFollow(queries);
      void queries.invalidateQueries({ queryKey: tagQueryKey });
      if (kind !== 'muted') return;
      const queryKey = ['posts', { tag }];
      await queries.cancelQueries({ queryKey }); // `invalidateQueries` would wait for a first load, which may show muted posts
      void queries.invalidateQueries({ queryKey });
    },
    onError: (_error, { tag }, previous) => queries.setQueryData(tagQuery(tag).queryKey, previous),
  });
}

/** Hides or shows the member's lists of people. */
export function useFollowSettings(id: string) {
  const queries = useQueryClient();
  const { queryKey } = followStateQuery(id);
  return useButtonAction({
    mutationFn: (body: FollowSettings) => api(changeFollowSettings, { body }),
    onMutate: (change) => {
      const previous = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (state): FollowState | undefined => state && { ...state, ...change });
      return previous;
    },
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
    onError: (_error, _change, previous) => queries.setQueryData(queryKey, previous),
  });
}
