import { type Feed as FeedName, type FeedPeriod, listPosts, type Post, readPost } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api, ApiResponse } from '../../api/client';
import { api } from '../../api/queries';

export type Feed = InfiniteData<ApiResponse<Post[]>, unknown>;

/** A list of posts, as `GET /api/posts` names it. */
export interface PostList {
  feed?: FeedName;
  period?: FeedPeriod;
  tag?: string;
}

export const feedKey = ['posts'];

/** Pages of a list, with counts only. `from` is the cursor of the first page. */
export const postsQuery = (list: PostList, from?: string) =>
  infiniteQueryOptions({
    queryKey: [...feedKey, list, from ?? null],
    queryFn: ({ pageParam, signal }) => api(listPosts, { query: { cursor: pageParam, embed: '', ...list }, signal }),
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  });

/** Milliseconds after which the return to the tab looks for new posts. Events announce them before (features/live). */
const newestStaleTime = 60_000;

/** The newest page, requested again after an event. It starts as the first page of the list, which the viewer can replace with it. */
export const newestQuery = (list: PostList, feed: Feed, loadedAt: number) =>
  infiniteQueryOptions({
    ...postsQuery(list),
    queryKey: [...feedKey, list, 'newest page'],
    initialData: { pages: feed.pages.slice(0, 1), pageParams: [undefined] },
    initialDataUpdatedAt: loadedAt,
    staleTime: newestStaleTime,
    refetchOnWindowFocus: true,
    retry: false,
    gcTime: 0,
  });

/** One post with counts only; comments/ has its comments. */
export const postQuery = (id: string, call: Api = api) =>
  queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) => (await call(readPost, { params: { id }, query: { embed: '' }, signal })).data,
  });

/** Returns the cached post from the discussion, or from the feed, which has no comments. */
export function findPost(queries: QueryClient, id: string): Post | undefined {
  const discussed = queries.getQueryData(postQuery(id).queryKey);
  if (discussed) return discussed;
  const feeds = queries.getQueriesData<Feed>({ queryKey: feedKey });
  return feeds.flatMap(([, feed]) => feed?.pages.flatMap((page) => page.data) ?? []).find((post) => post._id === id);
}

/** Cancels queries in flight, whose responses would overwrite the optimistic state. */
export const cancelLoads = (queries: QueryClient, id: string) =>
  Promise.all([queries.cancelQueries({ queryKey: feedKey }), queries.cancelQueries({ queryKey: postQuery(id).queryKey })]);

/** Updates one post in every cached query. */
export function updatePost(queries: QueryClient, id: string, change: (post: Post) => Post): void {
  const changeOne = (post: Post) => (post._id === id ? change(post) : post);
  queries.setQueriesData<Feed>({ queryKey: feedKey }, (feed) => mapPages(feed, (posts) => posts.map(changeOne)));
  queries.setQueryData(postQuery(id).queryKey, (post) => post && change(post));
}

export const mapPages = (feed: Feed | undefined, change: (posts: Post[]) => Post[]): Feed | undefined =>
  feed && { ...feed, pages: feed.pages.map((page) => ({ ...page, data: change(page.data) })) };

/** Removes a deleted post from the cached queries. Its open discussion asks for it again and shows that it is missing. */
export function forgetPost(queries: QueryClient, id: string): void {
  queries.setQueriesData<Feed>({ queryKey: feedKey }, (feed) => mapPages(feed, (posts) => posts.filter(({ _id }) => _id !== id)));
  const { queryKey } = postQuery(id);
  if (queries.getQueryCache().find({ queryKey })?.isActive()) void queries.resetQueries({ queryKey });
  else queries.removeQueries({ queryKey });
}
