import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { newestIdOf, notificationsQuery, useMarkRead } from './notification-queries';
import { unreadQuery } from './unread';

/** Marks all notifications as read, including those that wait above the list. */
export function MarkAll() {
  const queries = useQueryClient();
  const { data } = useInfiniteQuery(notificationsQuery('all'));
  const { data: count } = useQuery(unreadQuery);
  const markRead = useMarkRead();
  const notifications = data?.pages.flatMap((page) => page.data) ?? [];
  if (notifications.length === 0) return;
  const isDone = count?.unread === 0 && notifications.every(({ read }) => read);
  function markAll() {
    const upTo = newestIdOf(queries);
    if (upTo) markRead({ upTo });
  }
  return (
    <Button variant="ghost" size="sm" aria-disabled={isDone || undefined} onClick={markAll}>
      Mark all as read
    </Button>
  );
}
