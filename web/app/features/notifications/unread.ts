import { countUnreadNotifications } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Milliseconds between two requests for the count while the page is visible. */
const interval = 60_000;

/** Prefix of the keys of the member's notifications. */
export const notificationsKey = ['notifications'];

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) => (await api(countUnreadNotifications, { signal })).data,
  staleTime: interval,
  refetchInterval: interval,
  refetchOnWindowFocus: true,
  retry: false,
});
