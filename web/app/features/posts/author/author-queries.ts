import { listPins, listPosts, pinPost, unpinPost } from '@dev-connector/contract';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../../api/action';
import { api } from '../../../api/queries';
import { addAlert } from '../../../feedback/alerts';
import { feedKey, updatePost } from '../post-queries';

const pinnedKey = [...feedKey, 'pinned'];

/** Pages of a member's posts, newest first. */
export const authorQuery = (author: string) =>
  infiniteQueryOptions({
    queryKey: [...feedKey, 'author', author],
    queryFn: ({ pageParam, signal }) => api(listPosts, { query: { cursor: pageParam, embed: '', author }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** A member's pinned posts: one page. */
export const pinnedQuery = (author: string) =>
  infiniteQueryOptions({
    queryKey: [...pinnedKey, author],
    queryFn: ({ signal }) => api(listPins, { query: { author }, signal }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });

/** Pins the member's post, or unpins it. */
export function usePin(id: string) {
  const queries = useQueryClient();
  return useButtonAction({
    scope: { id: `pin ${id}` },
    mutationFn: async (isPinned: boolean) => (await api(isPinned ? pinPost : unpinPost, { params: { postId: id } })).data,
    onSuccess: ({ pinned }) => {
      updatePost(queries, id, (post) => ({ ...post, pinned }));
      void queries.invalidateQueries({ queryKey: pinnedKey });
      addAlert(pinned ? 'Pinned to your profile' : 'No longer pinned', 'success');
    },
  });
}
