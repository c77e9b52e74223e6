import { type Account, addComment, type Comment, limits, listComments, type Post } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../api/action';
import type { ApiResponse } from '../api/client';
import { api } from '../api/queries';
import { cancelLoads, feedKey, postQuery, seedDiscussion, updatePost } from './post-queries';
import type { Submission } from './submission';

/** Id of an optimistic comment that the server has not confirmed yet. */
export const optimisticId = 'unsent';

type Pages = InfiniteData<ApiResponse<Comment[]>, unknown>;

export type Order = 'newest' | 'oldest';

/** Pages of comments on a post. A post embeds its newest comments, so newest first these are loaded only for older ones. */
export const commentsQuery = (postId: string, order: Order = 'newest') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(postId), order],
    queryFn: async ({ pageParam, signal }) => {
      const page = await api(listComments, { params: { id: postId }, query: { cursor: pageParam, limit: limits.pageMax, order }, signal });
      return { ...page, data: page.data.filter((item): item is Comment => !('isDeleted' in item)) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: order === 'oldest',
  });

const isConfirmed = ({ _id }: Comment): boolean => _id !== optimisticId;

/** Whether the newest comments are loaded. A post from the feed has a comment count but no comments. */
export const hasNewest = ({ comments, commentCount }: Post): boolean => comments.some(isConfirmed) || comments.length >= commentCount;

/**
 * Merges a post's newest comments with the loaded pages. `groups` are the parts of the list in order. `gap` is true if comments are missing between the two,
 * because more were added since the pages were loaded than a post embeds.
 */
export function mergeComments({ comments, commentCount }: Post, pages: Pages | undefined) {
  const first = pages?.pages.find(({ data }) => data.length > 0)?.data[0];
  const last = comments.findLast(isConfirmed);
  const gap = first !== undefined && last !== undefined && first._id < last._id;
  if (!pages || gap) return { groups: [comments], gap, more: comments.length < commentCount };
  const older = pages.pages.map(({ data }) => (last ? data.filter(({ _id }) => _id < last._id) : data));
  return { groups: [comments, ...older], gap, more: pages.pages.at(-1)?.next !== undefined };
}

/** Adds a comment optimistically, rolls back on failure (the form shows the error), and then shows the newest comments from the response. */
export function useAddComment(postId: string, author: Account | undefined) {
  const queries = useQueryClient();
  return useAction({
    ...serialized(postId),
    meta: { successMessage: 'Comment Added' },
    mutationFn: ({ text, key }: Submission) => api(addComment, { params: { postId }, body: { text }, headers: { 'idempotency-key': key } }),
    onMutate: async ({ text }) => {
      await cancelLoads(queries, postId);
      if (author) seedDiscussion(queries, postId, insertComment(optimisticComment(text, author)));
      return author !== undefined;
    },
    onSuccess: (response) => {
      applyResponse(queries, postId, response);
      void queries.invalidateQueries({ queryKey: commentsQuery(postId, 'oldest').queryKey });
    },
    onError: (_error, _submission, listed) => {
      if (listed) updatePost(queries, postId, removeComment(optimisticId));
    },
    onSettled: (_comments, error) => resync(queries, postId, error),
  });
}

const optimisticComment = (text: string, { _id: user, name, avatar }: Account): Comment => ({
  _id: optimisticId,
  text,
  html: '',
  format: 'plain',
  version: 1,
  name,
  avatar,
  user,
  likeCount: 0,
  date: new Date().toISOString(),
});

const keyOf = (postId: string) => ['comments', postId];

/** Runs the comment mutations of one post in order. */
const serialized = (postId: string) => ({ mutationKey: keyOf(postId), scope: { id: `comments ${postId}` } });

/** Whether this is the last pending mutation, so that its response is not older than the optimistic state. */
const isLast = (queries: QueryClient, postId: string): boolean => queries.isMutating({ mutationKey: keyOf(postId) }) === 1;

/** Inserts a comment in order: newest first, ids increase with time. */
const insertComment =
  (comment: Comment) =>
  (post: Post): Post => {
    const { comments, commentCount } = post;
    if (comments.some(({ _id }) => _id === comment._id)) return post; // a refetch has already added it
    const place = comments.findIndex(({ _id }) => _id !== optimisticId && (comment._id === optimisticId || _id < comment._id));
    return { ...post, comments: comments.toSpliced(place < 0 ? comments.length : place, 0, comment), commentCount: commentCount + 1 };
  };

const removeComment =
  (id: string) =>
  (post: Post): Post => ({ ...post, comments: post.comments.filter(({ _id }) => _id !== id), commentCount: post.commentCount - 1 });

/** Removes a deleted comment from the cached queries, and reloads the post, whose count may have changed elsewhere. */
export function forgetComment(queries: QueryClient, postId: string, id: string): void {
  updatePost(queries, postId, removeComment(id));
  void queries.invalidateQueries({ queryKey: postQuery(postId).queryKey });
  queries.setQueriesData<Pages>(
    { queryKey: keyOf(postId) },
    (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => _id !== id) })) },
  );
}

function applyResponse(queries: QueryClient, postId: string, { data: comments, total = comments.length }: ApiResponse<Comment[]>): void {
  if (isLast(queries, postId)) updatePost(queries, postId, (post) => ({ ...post, comments, commentCount: total }));
}

/** Refetches the discussion after a failure, or if its load was cancelled before it finished. */
function resync(queries: QueryClient, postId: string, error: unknown): void {
  const { queryKey } = postQuery(postId);
  if (!isLast(queries, postId) || (!error && queries.getQueryData(queryKey))) return;
  void queries.refetchQueries({ queryKey });
  if (error) void queries.invalidateQueries({ queryKey: feedKey, refetchType: 'none' });
}
