import { type Account, addComment, type Comment, deleteComment, limits, listComments, type Post } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAction, useButtonAction } from '../api/action';
import type { Answer } from '../api/client';
import { api } from '../api/queries';
import type { Submission } from '../api/submission';
import { beginDiscussion, changePost, feedKey, findPost, postQuery, stopLoads } from './post-queries';

/** Id of an optimistic comment that the server has not confirmed yet. */
export const unsentId = 'unsent';

type Pages = InfiniteData<Answer<Comment[]>, unknown>;

/** Pages of comments on a post, newest first. A post embeds its newest comments, so these are loaded only for older ones. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', postId],
    queryFn: ({ pageParam, signal }) =>
      api(listComments, { params: { id: postId }, query: { cursor: pageParam, limit: limits.pageMax }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: false,
  });

const isSent = ({ _id }: Comment): boolean => _id !== unsentId;

/** Whether the newest comments are loaded. A post from the feed has a comment count but no comments. */
export const hasNewest = ({ comments, commentCount }: Post): boolean => comments.some(isSent) || comments.length >= commentCount;

/**
 * Merges a post's newest comments with the loaded pages. `groups` are the parts of the list in order. `gap` is true if comments are missing between the two,
 * because more were added since the pages were loaded than a post embeds.
 */
export function discussionOf({ comments, commentCount }: Post, pages: Pages | undefined) {
  const first = pages?.pages.find(({ data }) => data.length > 0)?.data[0];
  const last = comments.findLast(isSent);
  const gap = first !== undefined && last !== undefined && first._id < last._id;
  if (!pages || gap) return { groups: [comments], gap, more: comments.length < commentCount };
  const older = pages.pages.map(({ data }) => (last ? data.filter(({ _id }) => _id < last._id) : data));
  return { groups: [comments, ...older], gap, more: pages.pages.at(-1)?.next !== undefined };
}

/** Adds a comment optimistically, rolls back on failure (the form shows the error), and then shows the newest comments from the response. */
export function useAddComment(postId: string, author: Account | undefined) {
  const queries = useQueryClient();
  return useAction({
    ...inTurn(postId),
    meta: { said: 'Comment Added' },
    mutationFn: ({ text, key }: Submission) => api(addComment, { params: { postId }, body: { text }, headers: { 'idempotency-key': key } }),
    onMutate: async ({ text }) => {
      await stopLoads(queries, postId);
      if (author) beginDiscussion(queries, postId, putIn(unsent(text, author)));
      return author !== undefined;
    },
    onSuccess: (answer) => showNewest(queries, postId, answer),
    onError: (_error, _submission, listed) => {
      if (listed) changePost(queries, postId, takeOut(unsentId));
    },
    onSettled: (_comments, error) => catchUp(queries, postId, error),
  });
}

const unsent = (text: string, { _id: user, name, avatar }: Account): Comment => ({
  _id: unsentId,
  text,
  name,
  avatar,
  user,
  date: new Date().toISOString(),
});

/** Deletes a comment optimistically; rolls back on failure. */
export function useDeleteComment(postId: string) {
  const queries = useQueryClient();
  return useButtonAction({
    ...inTurn(postId),
    meta: { said: 'Comment Removed' },
    mutationFn: (commentId: string) => api(deleteComment, { params: { postId, commentId } }),
    onMutate: async (commentId) => {
      await stopLoads(queries, postId);
      const comment = findPost(queries, postId)?.comments.find(({ _id }) => _id === commentId);
      changePost(queries, postId, takeOut(commentId));
      return { comment, pages: await takeOutOfPages(queries, postId, commentId) };
    },
    onSuccess: async (answer, commentId) => {
      showNewest(queries, postId, answer);
      await takeOutOfPages(queries, postId, commentId); // a page that was loading may contain it
    },
    onError: (_error, _commentId, before) => {
      const { comment, pages } = before ?? {};
      changePost(queries, postId, comment ? putIn(comment) : (post) => ({ ...post, commentCount: post.commentCount + 1 }));
      if (pages) queries.setQueryData(commentsQuery(postId).queryKey, pages);
    },
    onSettled: (_comments, error) => catchUp(queries, postId, error),
  });
}

const keyOf = (postId: string) => ['comments', postId];

/** Runs the comment mutations of one post in order. */
const inTurn = (postId: string) => ({ mutationKey: keyOf(postId), scope: { id: `comments ${postId}` } });

/** Whether this is the last pending mutation, so that its response is not older than the optimistic state. */
const isLast = (queries: QueryClient, postId: string): boolean => queries.isMutating({ mutationKey: keyOf(postId) }) === 1;

/** Inserts a comment in order: newest first, ids increase with time. */
const putIn =
  (comment: Comment) =>
  (post: Post): Post => {
    const { comments, commentCount } = post;
    if (comments.some(({ _id }) => _id === comment._id)) return post; // a refetch has already added it
    const place = comments.findIndex(({ _id }) => _id !== unsentId && (comment._id === unsentId || _id < comment._id));
    return { ...post, comments: comments.toSpliced(place < 0 ? comments.length : place, 0, comment), commentCount: commentCount + 1 };
  };

const takeOut =
  (id: string) =>
  (post: Post): Post => ({ ...post, comments: post.comments.filter(({ _id }) => _id !== id), commentCount: post.commentCount - 1 });

/** Removes a comment from the loaded pages and returns the previous pages. */
async function takeOutOfPages(queries: QueryClient, postId: string, id: string): Promise<Pages | undefined> {
  const { queryKey } = commentsQuery(postId);
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueryData(queryKey);
  queries.setQueryData(
    queryKey,
    (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => _id !== id) })) },
  );
  return before;
}

function showNewest(queries: QueryClient, postId: string, { data: comments, total = comments.length }: Answer<Comment[]>): void {
  if (isLast(queries, postId)) changePost(queries, postId, (post) => ({ ...post, comments, commentCount: total }));
}

/** Refetches the discussion after a failure, or if its load was cancelled before it finished. */
function catchUp(queries: QueryClient, postId: string, error: unknown): void {
  const { queryKey } = postQuery(postId);
  if (!isLast(queries, postId) || (!error && queries.getQueryData(queryKey))) return;
  void queries.refetchQueries({ queryKey });
  if (error) void queries.invalidateQueries({ queryKey: feedKey, refetchType: 'none' });
}
