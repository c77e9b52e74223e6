import { readSite } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';
import { publicPostsQuery } from '../posts/public/public-queries';

export const memberCountQuery = (call: Api = api) =>
  queryOptions({ queryKey: ['member-count'], queryFn: async ({ signal }) => (await call(readSite, { signal })).data.members });

/** Number of posts in the list of new posts. */
export const newestCount = 3;

/** The newest public posts. */
export const newestPostsQuery = (call: Api = api) => publicPostsQuery({ limit: newestCount }, call);
