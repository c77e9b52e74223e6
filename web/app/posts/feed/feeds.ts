import { type Feed, type FeedPeriod, periods } from '@dev-connector/contract';

export const feedPath = (feed: Feed): string => `/dev/posts/${feed}`;

/** The period in the address of the feed Top. */
export const periodOf = (search: URLSearchParams): FeedPeriod => periods.find((period) => period === search.get('period')) ?? 'week';
