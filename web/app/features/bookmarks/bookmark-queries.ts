import { listBookmarks } from '@dev-connector/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { bookmarksKey } from '../posts/bookmarking/bookmark';

/** Filters of the list; empty texts select all. */
export interface BookmarkSearch {
  folder: string;
  q: string;
}

/** Pages of the viewer's bookmarks, newest first. */
export const bookmarksQuery = (search: BookmarkSearch) =>
  infiniteQueryOptions({
    queryKey: [...bookmarksKey, search],
    queryFn: ({ pageParam, signal }) => api(listBookmarks, { query: { cursor: pageParam, ...search }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
