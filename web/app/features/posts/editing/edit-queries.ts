import { type Comment, type Post, type SentDraft, updateComment, updatePost, type Visibility } from '@dev-connector/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../api/action';
import { api } from '../../../api/queries';
import { cancelLoads, updatePost as updateCached } from '../post-queries';

/** A post or a comment. */
export type Target = { post: Post } | CommentTarget;

interface CommentTarget {
  comment: Comment;
  postId: string;
  /** Whether the author can make the comment public. */
  mayBePublic: boolean;
  /** Shows the edited comment in all cached queries. */
  show: (queries: QueryClient, edited: Comment) => Promise<void>;
}

interface Change {
  title: string;
  tags?: string[];
  text: string;
  visibility?: Visibility | undefined;
  draft?: SentDraft;
  /** The version that was edited. */
  version: number;
}

/** Saves an edit. Throws an ApiError with status 409 and the stored post or comment in `current` if that has another version. */
export function useSaveEdit(target: Target) {
  const queries = useQueryClient();
  return useAction({
    meta: { showsError: true, successMessage: 'Changes saved' },
    mutationFn: async ({ title, tags, ...change }: Change) => {
      if ('post' in target)
        return (await api(updatePost, { params: { id: target.post._id }, body: { title, ...(tags && { tags }), ...change } })).data;
      const params = { postId: target.postId, commentId: target.comment._id };
      return (await api(updateComment, { params, body: change })).data;
    },
    onSuccess: (saved) => showEdited(queries, target, saved),
  });
}

/** Shows an edited post or comment in all cached queries. */
export async function showEdited(queries: QueryClient, target: Target, saved: Post | Comment): Promise<void> {
  if ('comment' in target) return target.show(queries, saved as Comment);
  await cancelLoads(queries, saved._id);
  updateCached(queries, saved._id, ({ likes, comments }) => ({ ...(saved as Post), likes, comments }));
}
