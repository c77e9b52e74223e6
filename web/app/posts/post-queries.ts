import { createPost, listPosts, type Post, readPost } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../api/action';
import type { ApiResponse } from '../api/client';
import { api } from '../api/queries';
import type { Submission } from './submission';

export type Feed = InfiniteData<ApiResponse<Post[]>, unknown>;

/** Start of the keys of all lists of posts, each an infinite query, so that the functions below update every list. */
export const feedKey = ['posts'];
const newestKey = [...feedKey, 'newest page'];

/** Pages of the feed, newest first, with counts only. `from` is the cursor of the first page. */
export const postsQuery = (from: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...feedKey, from ?? null],
    queryFn: ({ pageParam, signal }) => api(listPosts, { query: { cursor: pageParam, embed: '' }, signal }),
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  });

/** Milliseconds between two looks for new posts. */
const pollInterval = 60_000;

/** The newest page, requested again while the tab is visible. It starts as the first page of the feed, which the viewer can replace with it. */
export const newestQuery = (feed: Feed, loadedAt: number) =>
  infiniteQueryOptions({
    ...postsQuery(undefined),
    queryKey: newestKey,
    initialData: { pages: feed.pages.slice(0, 1), pageParams: [undefined] },
    initialDataUpdatedAt: loadedAt,
    staleTime: pollInterval,
    refetchInterval: pollInterval,
    refetchOnWindowFocus: true,
    retry: false,
    gcTime: 0,
  });

/** One post with counts only; comments/ has its comments. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) => (await api(readPost, { params: { id }, query: { embed: '' }, signal })).data,
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

const mapPages = (feed: Feed | undefined, change: (posts: Post[]) => Post[]): Feed | undefined =>
  feed && { ...feed, pages: feed.pages.map((page) => ({ ...page, data: change(page.data) })) };

/** Creates a post and shows it first. The idempotency key keeps a retry after a lost response from creating it twice. */
export function useCreatePost() {
  const queries = useQueryClient();
  return useAction({
    meta: { successMessage: 'Post Created' },
    mutationFn: async ({ key, ...body }: Submission) => (await api(createPost, { body, headers: { 'idempotency-key': key } })).data,
    onSuccess: async (post) => {
      const { queryKey } = postsQuery(undefined);
      const loading = queries.isFetching({ queryKey }) > 0; // the response in flight may lack the new post
      if (loading) await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (feed) => prepend(feed, post));
      queries.setQueryData<Feed>(newestKey, (feed) => prepend(feed, post));
      if (loading) void queries.refetchQueries({ queryKey });
    },
  });
}

function prepend(feed: Feed | undefined, post: Post): Feed | undefined {
  const others = mapPages(feed, (posts) => posts.filter(({ _id }) => _id !== post._id));
  const [first, ...rest] = others?.pages ?? [];
  return others && first && { ...others, pages: [{ ...first, data: [post, ...first.data] }, ...rest] };
}

/** Removes a deleted post from the cached queries. */
export function forgetPost(queries: QueryClient, id: string): void {
  queries.setQueriesData<Feed>({ queryKey: feedKey }, (feed) => mapPages(feed, (posts) => posts.filter(({ _id }) => _id !== id)));
  queries.removeQueries({ queryKey: postQuery(id).queryKey });
}
