import { readCommunityActivity, readMemberActivity, readTagActivity } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';

/** The days of a member: members see more of them than visitors. */
export const memberActivityQuery = (userId: string, by: 'members' | 'visitors', call: Api = api) =>
  queryOptions({
    queryKey: ['activity', userId, by],
    queryFn: async ({ signal }) => (await call(readMemberActivity, { params: { id: userId }, signal })).data,
  });

export const tagActivityQuery = (tag: string) =>
  queryOptions({
    queryKey: ['activity', 'tag', tag],
    queryFn: async ({ signal }) => (await api(readTagActivity, { params: { tag }, signal })).data,
  });

export const communityActivityQuery = (call: Api = api) =>
  queryOptions({
    queryKey: ['activity'],
    queryFn: async ({ signal }) => (await call(readCommunityActivity, { signal })).data,
  });
