import { type BookmarkFolder, listFolders, removeBookmark, saveBookmark } from '@dev-connector/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../../api/action';
import { api } from '../../../api/queries';
import { cancelLoads, feedKey, findPost, updatePost } from '../post-queries';

/** Key of the lists of bookmarks. Below the key of the feed, so that a like or an edit updates them, too. */
export const bookmarksKey = [...feedKey, 'bookmarks'];

export const foldersQuery = queryOptions({
  queryKey: ['bookmark folders'],
  queryFn: async ({ signal }): Promise<BookmarkFolder[]> => (await api(listFolders, { signal })).data,
});

interface Change {
  bookmarked: boolean;
  /** `''`: none. Absent: unchanged. */
  folder?: string;
}

/** Changes the bookmark of a post optimistically; rolls back on failure. A removed one stays in the list on the screen, where it can be set again. */
export function useBookmark(id: string) {
  const queries = useQueryClient();
  return useButtonAction({
    scope: { id: `bookmark ${id}` }, // runs the changes of one post in order
    mutationFn: async ({ bookmarked, ...body }: Change) =>
      (await (bookmarked ? api(saveBookmark, { params: { postId: id }, body }) : api(removeBookmark, { params: { postId: id } }))).data,
    onMutate: async ({ bookmarked, folder }) => {
      await cancelLoads(queries, id);
      const previous = findPost(queries, id)?.viewer;
      updatePost(queries, id, ({ viewer: { folder: stored, ...viewer }, ...post }) => {
        const shown = bookmarked ? (folder ?? stored) : undefined;
        return { ...post, viewer: { ...viewer, bookmarked, ...(shown && { folder: shown }) } };
      });
      return previous;
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: bookmarksKey, refetchType: 'none' });
      void queries.invalidateQueries({ queryKey: foldersQuery.queryKey });
    },
    onError: (_error, _change, previous) => {
      if (previous) updatePost(queries, id, ({ viewer: { liked }, ...post }) => ({ ...post, viewer: { ...previous, liked } }));
    },
  });
}
