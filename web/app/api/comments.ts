import { type Account, addComment, type Comment, deleteComment, type Post } from '@dev-connector/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAction, useButtonAction } from './action';
import { beginDiscussion, changePost, feedKey, findPost, postQuery, stopLoads } from './posts';
import { api } from './queries';
import type { Submission } from './submission';

/** A comment that the server has not confirmed yet has this for its id. */
export const unsentId = 'unsent';

/** Comments on a post: listed at once, taken back where the server refuses (the form says why); then the server's whole list replaces ours. */
export function useAddComment(postId: string, author: Account | undefined) {
  const queries = useQueryClient();
  return useAction({
    ...inTurn(postId),
    meta: { said: 'Comment Added' },
    mutationFn: async ({ text, key }: Submission) =>
      (await api(addComment, { params: { postId }, body: { text }, headers: { 'idempotency-key': key } })).data,
    onMutate: async ({ text }) => {
      await stopLoads(queries, postId);
      if (author) beginDiscussion(queries, postId, putIn(unsent(text, author)));
      return author !== undefined;
    },
    onSuccess: (comments) => showComments(queries, postId, comments),
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

/** Deletes a comment: gone at once, back again where the server refuses. */
export function useDeleteComment(postId: string) {
  const queries = useQueryClient();
  return useButtonAction({
    ...inTurn(postId),
    meta: { said: 'Comment Removed' },
    mutationFn: async (commentId: string) => (await api(deleteComment, { params: { postId, commentId } })).data,
    onMutate: async (commentId) => {
      await stopLoads(queries, postId);
      const comment = findPost(queries, postId)?.comments.find(({ _id }) => _id === commentId);
      changePost(queries, postId, takeOut(commentId));
      return comment;
    },
    onSuccess: (comments) => showComments(queries, postId, comments),
    onError: (_error, _commentId, comment) => {
      if (comment) changePost(queries, postId, putIn(comment));
    },
    onSettled: (_comments, error) => catchUp(queries, postId, error),
  });
}

const keyOf = (postId: string) => ['comments', postId];

/** The comments of one post change one after the other, in the order they were asked for. */
const inTurn = (postId: string) => ({ mutationKey: keyOf(postId), scope: { id: `comments ${postId}` } });

/** The change that is being answered is the last one: what the server says is not older than what is shown. */
const isLast = (queries: QueryClient, postId: string): boolean => queries.isMutating({ mutationKey: keyOf(postId) }) === 1;

/** Newest first; ids grow with time. */
const putIn =
  (comment: Comment) =>
  (post: Post): Post => {
    const { comments, commentCount } = post;
    if (comments.some(({ _id }) => _id === comment._id)) return post; // a refetch has brought it back
    const place = comments.findIndex(({ _id }) => _id !== unsentId && (comment._id === unsentId || _id < comment._id));
    return { ...post, comments: comments.toSpliced(place < 0 ? comments.length : place, 0, comment), commentCount: commentCount + 1 };
  };

const takeOut =
  (id: string) =>
  (post: Post): Post => ({ ...post, comments: post.comments.filter(({ _id }) => _id !== id), commentCount: post.commentCount - 1 });

function showComments(queries: QueryClient, postId: string, comments: Comment[]): void {
  if (isLast(queries, postId)) changePost(queries, postId, (post) => ({ ...post, comments, commentCount: comments.length }));
}

/** After a failure nobody knows what the server holds; and where the discussion was on its way when its load was stopped, it has not come yet. */
function catchUp(queries: QueryClient, postId: string, error: unknown): void {
  const { queryKey } = postQuery(postId);
  if (!isLast(queries, postId) || (!error && queries.getQueryData(queryKey))) return;
  void queries.refetchQueries({ queryKey });
  if (error) void queries.invalidateQueries({ queryKey: feedKey, refetchType: 'none' });
}
