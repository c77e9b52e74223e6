import { likePost, unlikePost } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../../api/action';
import { api } from '../../../api/queries';
import { cancelLoads, findPost, updatePost } from '../post-queries';

/** Likes or unlikes a post optimistically; rolls back on failure. */
export function useLike(id: string) {
  const queries = useQueryClient();
  return useButtonAction({
    scope: { id: `like ${id}` }, // runs likes and unlikes of one post in order
    mutationFn: (liked: boolean) => api(liked ? likePost : unlikePost, { params: { id } }),
    onMutate: async (liked) => {
      await cancelLoads(queries, id);
      const previous = findPost(queries, id);
      updatePost(queries, id, (post) =>
        post.viewer.liked === liked ? post : { ...post, viewer: { ...post.viewer, liked }, likeCount: post.likeCount + (liked ? 1 : -1) },
      );
      return previous;
    },
    onSuccess: ({ data }) => updatePost(queries, id, (post) => ({ ...post, likeCount: data.likeCount })),
    onError: (_error, _liked, previous) => {
      if (previous)
        updatePost(queries, id, (post) => ({
          ...post,
          viewer: { ...post.viewer, liked: previous.viewer.liked },
          likeCount: previous.likeCount,
        }));
    },
  });
}
