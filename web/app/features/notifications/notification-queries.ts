import { listNotifications, type Notification, readNotifications } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useButtonAction } from '../../api/action';
import type { ApiResponse } from '../../api/client';
import { api } from '../../api/queries';
import { notificationsKey, staleTime, unreadQuery } from './unread';

export type Filter = 'all' | 'mentions';
export type Pages = InfiniteData<ApiResponse<Notification[]>>;

/** Prefix of the keys of lists, in which `useMarkRead` marks notifications. */
const listKey = [...notificationsKey, 'list'];

/** Pages of the viewer's notifications, newest first. */
export const notificationsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api(listNotifications, { query: { ...(filter === 'mentions' && { filter }), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** The newest page, which waits behind a button. Reading it also marks notifications in the list that another tab or device has read. */
export const newestQuery = (filter: Filter, shown: Pages, loadedAt: number) =>
  infiniteQueryOptions({
    ...notificationsQuery(filter),
    queryKey: [...listKey, 'newest', filter],
    queryFn: async ({ client, signal }) => {
      const page = await api(listNotifications, { query: filter === 'mentions' ? { filter } : {}, signal });
      const read = new Set(page.data.flatMap((item) => (item.read ? [item._id] : [])));
      markRead(client, ({ _id }) => read.has(_id));
      return page;
    },
    initialData: { pages: shown.pages.slice(0, 1), pageParams: [undefined] },
    initialDataUpdatedAt: loadedAt,
    staleTime,
    refetchOnWindowFocus: true,
    retry: false,
    gcTime: 0,
  });

/** Returns the largest id of the cached notifications, including those that wait above a list. */
export const newestIdOf = (queries: QueryClient): string | undefined =>
  queries
    .getQueriesData<Pages>({ queryKey: listKey })
    .flatMap(([, list]) => list?.pages[0]?.data[0]?._id ?? [])
    .toSorted()
    .at(-1);

/** Marks notifications as read in all lists. */
function markRead(queries: QueryClient, isRead: (notification: Notification) => boolean): void {
  const mark = (item: Notification) => (isRead(item) ? { ...item, read: true } : item);
  queries.setQueriesData<Pages>(
    { queryKey: listKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(mark) })) },
  );
}

/** Marks a notification, or it and all older ones, as read at once; asks the server again if that fails. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useButtonAction({
    mutationFn: (body: { id: string } | { upTo: string }) => api(readNotifications, { body, keepalive: true }),
    onMutate: (marked) => markRead(queries, ({ _id }) => ('id' in marked ? _id === marked.id : _id <= marked.upTo)),
    onSuccess: ({ data }) => queries.setQueryData(unreadQuery.queryKey, data),
    onError: () => void queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}
