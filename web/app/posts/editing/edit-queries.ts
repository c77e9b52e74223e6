import { type Comment, type Post, updateComment, updatePost } from '@dev-connector/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../api/action';
import { api } from '../../api/queries';
import { updatePost as updateCached } from '../post-queries';

/** A post, or a comment and its post. */
export type Target = { post: Post } | { comment: Comment; postId: string };

interface Change {
  title: string;
  text: string;
  /** The version that was edited. */
  version: number;
}

/** Saves an edit. Throws an ApiError with status 409 and the stored post or comment in `current` if that has another version. */
export function useSaveEdit(target: Target) {
  const queries = useQueryClient();
  return useAction({
    meta: { showsError: true, successMessage: 'Changes saved' },
    mutationFn: async ({ title, text, version }: Change) => {
      if ('post' in target) return (await api(updatePost, { params: { id: target.post._id }, body: { title, text, version } })).data;
      const params = { postId: target.postId, commentId: target.comment._id };
      return (await api(updateComment, { params, body: { text, version } })).data;
    },
    onSuccess: (saved) => showEdited(queries, target, saved),
  });
}

/** Shows an edited post or comment in all cached queries. */
export function showEdited(queries: QueryClient, target: Target, saved: Post | Comment): void {
  if ('post' in target) {
    updateCached(queries, saved._id, ({ likes, comments }) => ({ ...(saved as Post), likes, comments }));
    return;
  }
  queries.setQueriesData({ predicate: ({ queryKey }) => queryKey.includes(target.postId) }, (data: unknown) => replaceComment(data, saved));
}

/** Replaces the comment wherever a cached list has it. */
function replaceComment(data: unknown, comment: { _id: string }): unknown {
  if (Array.isArray(data)) return data.map((item) => replaceComment(item, comment));
  if (typeof data !== 'object' || data === null) return data;
  if ('_id' in data && data._id === comment._id) return { ...data, ...comment };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, replaceComment(value, comment)]));
}
