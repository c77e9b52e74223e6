import { type FeedLink, listFeeds } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';

/** The feeds of the site, of a member or of a tag. */
export const feedsQuery = (of: { author?: string; tag?: string } = {}, call: Api = api) =>
  queryOptions({
    queryKey: ['feeds', of],
    queryFn: async ({ signal }) => (await call(listFeeds, { query: of, signal })).data,
  });

/** Links in the head of a page, by which feed readers find its feeds. */
export const feedLinks = (feeds: FeedLink[], title: string) =>
  feeds.map(({ name, type, url }) => ({ tagName: 'link' as const, rel: 'alternate', type, title: `${title} (${name})`, href: url }));
