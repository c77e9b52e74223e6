import { type Account, addComment, type Comment, deleteComment, type Post } from '@dev-connector/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addAlert } from '../alerts/alerts';
import { reportFailure } from '../alerts/report';
import { changePost, findPost, postQuery, stopLoads } from './posts';
import { api } from './queries';
import type { Submission } from './submission';

/** A comment that the server has not confirmed yet has this for its id. */
export const unsentId = 'unsent';

/** Comments on a post: listed at once, taken back where the server refuses (the form says why); then the server's whole list replaces ours. */
export function useAddComment(postId: string, author: Account | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ text, key }: Submission) =>
      (await api(addComment, { params: { postId }, body: { text }, headers: { 'idempotency-key': key } })).data,
    onMutate: async ({ text }) => {
      await stopLoads(queries, postId);
      const before = findPost(queries, postId);
      if (author) {
        const { _id: user, name, avatar } = author;
        const unsent: Comment = { _id: unsentId, text, name, avatar, user, date: new Date().toISOString() };
        changePost(queries, postId, (post) => ({ ...post, comments: [unsent, ...post.comments], commentCount: post.commentCount + 1 }));
      }
      return before;
    },
    onSuccess: (comments) => {
      showComments(queries, postId, comments);
      addAlert('Comment Added', 'success');
    },
    onError: (_error, _input, before) => restore(queries, before),
    onSettled: () => loadIfStopped(queries, postId),
  });
}

/** Deletes a comment: gone at once, back again with an alert where the server refuses. */
export function useDeleteComment(postId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (commentId: string) => (await api(deleteComment, { params: { postId, commentId } })).data,
    onMutate: async (commentId) => {
      await stopLoads(queries, postId);
      const before = findPost(queries, postId);
      const kept = before?.comments.filter(({ _id }) => _id !== commentId) ?? [];
      changePost(queries, postId, (post) => ({ ...post, comments: kept, commentCount: post.commentCount - 1 }));
      return before;
    },
    onSuccess: (comments) => {
      showComments(queries, postId, comments);
      addAlert('Comment Removed', 'success');
    },
    onError: (error, _, before) => {
      restore(queries, before);
      reportFailure(error);
    },
  });
}

const showComments = (queries: QueryClient, postId: string, comments: Comment[]) =>
  changePost(queries, postId, (post) => ({ ...post, comments, commentCount: comments.length }));

/** Where the discussion was still on its way when its load was stopped, it is asked for again. */
function loadIfStopped(queries: QueryClient, postId: string): void {
  const { queryKey } = postQuery(postId);
  if (!queries.getQueryData(queryKey)) void queries.refetchQueries({ queryKey });
}

function restore(queries: QueryClient, before: Post | undefined): void {
  if (before) changePost(queries, before._id, (post) => ({ ...post, comments: before.comments, commentCount: before.commentCount }));
}
