import { publicFeeds, tagKey } from '@dev-connector/contract';
import type { PublicList } from '../posts/public/public-queries';

/** Reads the list and its page from the address. A tag has one order. */
export function readList(params: URLSearchParams): PublicList {
  const tag = params.get('tag')?.trim().replace(/^#/, '');
  const feed = publicFeeds.find((name) => name === params.get('feed'));
  const cursor = params.get('cursor') || undefined;
  if (tag) return { tag: tagKey(tag), cursor };
  return { feed: feed === 'latest' ? undefined : feed, cursor };
}

/** The address of a list; `cursor` is where its page begins. */
export function pathOf({ feed, tag, cursor }: PublicList): string {
  const params = new URLSearchParams(Object.entries({ feed, tag, cursor }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return params.size > 0 ? `/dev/explore?${params}` : '/dev/explore';
}
