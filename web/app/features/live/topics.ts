import { limits } from '@dev-connector/contract';

/** What the tabs of this browser show, by which the server selects events. */
export interface Topics {
  feeds: string[];
  posts: string[];
}

export const noTopics: Topics = { feeds: [], posts: [] };

/** All topics without duplicates, the first `limits.liveTopics` of them. */
export function unite(all: Topics[]): Topics {
  const feeds = [...new Set(all.flatMap((topics) => topics.feeds))];
  const posts = [...new Set(all.flatMap((topics) => topics.posts))];
  return { feeds, posts: posts.slice(0, limits.liveTopics - feeds.length) };
}

export const includes = (topics: Topics, wanted: Topics): boolean =>
  wanted.feeds.every((feed) => topics.feeds.includes(feed)) && wanted.posts.every((post) => topics.posts.includes(post));
