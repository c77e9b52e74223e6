import { type Account, addComment, type Comment, likeComment, unlikeComment } from '@dev-connector/contract';
import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useAction, useButtonAction } from '../../api/action';
import { statusOf } from '../../api/client';
import { api } from '../../api/queries';
import type { Submission } from '../posts/submission';
import { sendKey, showSent } from './sent-comments';
import { cancelLoads, reload, updateComment } from './thread-cache';

/** A comment to send, and the comment that it replies to. */
export interface CommentSubmission extends Submission {
  parent?: string;
}

/** Sends a comment or reply. It is listed as unsent meanwhile; afterwards the lists show it. The form shows a failure. */
export function useAddComment(postId: string, accountId: string) {
  const queries = useQueryClient();
  return useAction({
    mutationKey: sendKey(postId),
    scope: { id: `comments ${postId}` }, // sends the comments on a post one after another
    meta: { successMessage: 'Comment Added', fieldsShowErrors: true },
    mutationFn: ({ text, parent, visibility, draft, key }: CommentSubmission) =>
      api(addComment, {
        params: { postId },
        body: { text, ...(parent && { parent }), ...(visibility && { visibility }), ...(draft && { draft }) },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: ({ data: comments, total = comments.length }, { parent }) =>
      showSent(queries, postId, { comments, total, parent }, accountId),
    // The server may have stored the comment even if the response was lost, and a refusal may mean that the discussion has changed.
    onError: (error) => {
      if (![400, 429].includes(statusOf(error) ?? 0)) reload(queries, postId);
    },
  });
}

/** The comments and replies that are being sent, newest first. */
export const useUnsent = (postId: string): CommentSubmission[] =>
  useMutationState({
    filters: { mutationKey: sendKey(postId), status: 'pending' },
    select: ({ state }) => state.variables as CommentSubmission,
  }).toReversed();

/** Likes or unlikes a comment optimistically; rolls back on failure. */
export function useLikeComment(postId: string, id: string) {
  const queries = useQueryClient();
  const update = (change: Pick<Comment, 'likeCount' | 'viewer'>) =>
    updateComment(queries, postId, id, (comment) => ({ ...comment, ...change }));
  return useButtonAction({
    scope: { id: `like ${id}` },
    mutationFn: ({ liked }: { liked: boolean; before: Comment }) => api(liked ? likeComment : unlikeComment, { params: { id } }),
    onMutate: async ({ liked, before }) => {
      await cancelLoads(queries, postId);
      update({ viewer: { liked }, likeCount: before.likeCount + (liked ? 1 : -1) });
    },
    onSuccess: ({ data: { likeCount } }) => update({ likeCount }),
    onError: (_error, { before: { likeCount, viewer } }) => update({ likeCount, ...(viewer && { viewer }) }),
  });
}

/** A comment that is being sent, as it will appear. */
export const unsentComment = (
  { text, parent, visibility = 'members' }: CommentSubmission,
  { _id: user, name, avatar }: Account,
): Comment => ({
  _id: optimisticId,
  ...(parent && { parent }),
  text,
  html: '',
  format: 'plain',
  version: 1,
  visibility,
  name,
  avatar,
  user,
  likeCount: 0,
  date: new Date().toISOString(),
});

/** Id of a comment that is being sent. */
export const optimisticId = 'unsent';
