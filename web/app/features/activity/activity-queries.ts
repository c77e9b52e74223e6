import type * as contract from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';

/* Typed by the contract, but not imported from it: its endpoints are in the first script of every screen. */
const endpointOf = <Endpoint>(path: string) => ({ method: 'GET', path }) as Endpoint;
const readMemberActivity = endpointOf<typeof contract.readMemberActivity>('/api/activity/users/:id');
const readTagActivity = endpointOf<typeof contract.readTagActivity>('/api/activity/tags/:tag');
const readCommunityActivity = endpointOf<typeof contract.readCommunityActivity>('/api/activity');

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
