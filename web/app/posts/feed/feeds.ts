import { type Feed, type FeedPeriod, feeds, periods } from '@dev-connector/contract';

interface Described {
  label: string;
  /** The rule of the feed. */
  rule: string;
}

export const described: Record<Feed, Described> = {
  latest: { label: 'Latest', rule: 'All posts, newest first.' },
  following: { label: 'Following', rule: 'Posts by people you follow, with tags you follow, and your own, newest first.' },
  top: { label: 'Top', rule: 'The most liked and discussed posts; newer ones rank higher.' },
  unanswered: { label: 'Unanswered', rule: 'Posts that nobody else has commented on yet, newest first.' },
};

export const feedPath = (feed: Feed): string => `/dev/posts/${feed}`;

export const feedTabs = feeds.map((feed) => ({ feed, to: feedPath(feed), label: described[feed].label }));

/** The period in the address of the feed Top. */
export const periodOf = (search: URLSearchParams): FeedPeriod => periods.find((period) => period === search.get('period')) ?? 'week';
