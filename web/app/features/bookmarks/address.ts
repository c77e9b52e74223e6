import type { BookmarkSearch } from './bookmark-queries';

/** The address of the list with these filters. */
export const addressOf = (search: Partial<BookmarkSearch>): string => {
  const filters = Object.entries(search).filter(([, value]) => value !== '');
  return filters.length > 0 ? `/dev/bookmarks?${new URLSearchParams(filters)}` : '/dev/bookmarks';
};
