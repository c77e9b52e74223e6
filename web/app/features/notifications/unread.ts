import { countUnreadNotifications } from '@dev-connector/contract';
import { type Query, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Milliseconds after which the return to the tab asks again. Events announce changes before (features/live). */
export const staleTime = 60_000;

/** Prefix of the keys of the member's notifications. */
export const notificationsKey = ['notifications'];

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) => (await api(countUnreadNotifications, { signal })).data,
  staleTime,
  refetchOnWindowFocus: true,
  retry: false,
});

/** Whether a query shows new notifications: the count, or the newest page of a list, which waits behind a button. */
export const isNewest = ({ queryKey: [first, second, third] }: Query): boolean =>
  first === notificationsKey[0] && (second === 'unread' || third === 'newest');
