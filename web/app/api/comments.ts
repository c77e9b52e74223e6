import { type Account, addComment, type Comment, deleteComment } from '@dev-connector/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addAlert } from '../alerts/alerts';
import { reportFailure } from '../alerts/report';
import { changePost, postQuery } from './posts';
import { api } from './queries';
import type { Submission } from './submission';

/** A comment that the server has not confirmed yet has this for its id. */
export const unsentId = 'unsent';

/** Comments on a post: listed at once, taken back with an alert where the server refuses; then the server's whole list replaces ours. */
export function useAddComment(postId: string, author: Account | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ text, key }: Submission) =>
      (await api(addComment, { params: { postId }, body: { text }, headers: { 'idempotency-key': key } })).data,
    onMutate: async ({ text }) => {
      await queries.cancelQueries({ queryKey: postQuery(postId).queryKey });
      if (!author) return undefined;
      const { _id: user, name, avatar } = author;
      const unsent: Comment = { _id: unsentId, text, name, avatar, user, date: new Date().toISOString() };
      return changePost(queries, postId, (post) => withComments(post, [unsent, ...post.comments], 1));
    },
    onSuccess: (comments) => {
      changePost(queries, postId, (post) => ({ ...post, comments, commentCount: comments.length }));
      addAlert('Comment Added', 'success');
    },
    onError: (error, _, undo) => {
      undo?.();
      reportFailure(error);
    },
  });
}

/** Deletes a comment: gone at once, back again with an alert where the server refuses. */
export function useDeleteComment(postId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (commentId: string) => (await api(deleteComment, { params: { postId, commentId } })).data,
    onMutate: async (commentId) => {
      await queries.cancelQueries({ queryKey: postQuery(postId).queryKey });
      return changePost(queries, postId, (post) =>
        withComments(
          post,
          post.comments.filter(({ _id }) => _id !== commentId),
          -1,
        ),
      );
    },
    onSuccess: (comments) => {
      changePost(queries, postId, (post) => ({ ...post, comments, commentCount: comments.length }));
      addAlert('Comment Removed', 'success');
    },
    onError: (error, _, undo) => {
      undo?.();
      reportFailure(error);
    },
  });
}

const withComments = <Post extends { comments: Comment[]; commentCount: number }>(
  post: Post,
  comments: Comment[],
  added: number,
): Post => ({
  ...post,
  comments,
  commentCount: post.commentCount + added,
});
