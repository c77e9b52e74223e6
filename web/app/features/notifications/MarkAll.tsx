import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { notificationsQuery, useMarkRead } from './notification-queries';

/** Marks the listed notifications and all older ones as read. */
export function MarkAll() {
  const { data } = useInfiniteQuery(notificationsQuery('all'));
  const markRead = useMarkRead();
  const notifications = data?.pages.flatMap((page) => page.data) ?? [];
  const [first] = notifications;
  if (!first) return;
  const isDone = notifications.every(({ read }) => read);
  return (
    <Button variant="ghost" size="sm" aria-disabled={isDone || undefined} onClick={() => markRead({ upTo: first._id })}>
      Mark all as read
    </Button>
  );
}
