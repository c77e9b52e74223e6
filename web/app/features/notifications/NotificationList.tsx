import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { AtSign, Bell } from 'lucide-react';
import { Loading } from '../../feedback/Loading';
import { NextPage } from '../../feedback/NextPage';
import { NewItems } from '../../ui/lists/NewItems';
import { EmptyState } from '../../ui/states/EmptyState';
import { Skeletons } from '../../ui/states/Skeleton';
import { NotificationItem } from './NotificationItem';
import { type Filter, newestQuery, notificationsQuery, type Pages, useMarkRead } from './notification-queries';

/** The viewer's notifications. Later ones wait behind a button. */
export function NotificationList({ filter }: { filter: Filter }) {
  const query = useInfiniteQuery(notificationsQuery(filter));
  const markRead = useMarkRead();
  if (!query.data)
    return (
      <Loading
        query={query}
        message="Failed to load the notifications"
        placeholder={<Skeletons count={5} label="Loading notifications…" />}
      />
    );
  const notifications = query.data.pages.flatMap(({ data }) => data);
  const [first] = notifications;
  return (
    <div>
      {!query.isRefetching && <NewNotifications key={filter} filter={filter} shown={query.data} loadedAt={query.dataUpdatedAt} />}
      {first ? (
        <ul className="list bleed" aria-label="Notifications">
          {notifications.map((notification) => (
            <NotificationItem
              key={notification._id}
              notification={notification}
              onOpen={() => notification.read || markRead({ id: notification._id })}
            />
          ))}
        </ul>
      ) : (
        !query.hasNextPage && <Empty filter={filter} />
      )}
      <NextPage query={query} />
    </div>
  );
}

const Empty = ({ filter }: { filter: Filter }) =>
  filter === 'all' ? (
    <EmptyState icon={<Bell />} title="No notifications yet">
      Replies, mentions, likes and new followers appear here.
    </EmptyState>
  ) : (
    <EmptyState icon={<AtSign />} title="No mentions yet">
      When someone mentions you in a post or a comment, it appears here.
    </EmptyState>
  );

/** Button that shows the notifications that have arrived since the list was loaded. */
function NewNotifications({ filter, shown, loadedAt }: { filter: Filter; shown: Pages; loadedAt: number }) {
  const queries = useQueryClient();
  const { data: newest } = useInfiniteQuery(newestQuery(filter, shown, loadedAt));
  const newestShown = shown.pages[0]?.data[0]?._id ?? '';
  const { data = [], next } = newest?.pages[0] ?? {};
  const count = data.filter(({ _id }) => _id > newestShown).length;
  return (
    <NewItems
      count={count}
      hasMore={next !== undefined && count === data.length}
      noun="notification"
      isEmpty={newestShown === ''}
      show={() => queries.setQueryData(notificationsQuery(filter).queryKey, newest)}
    />
  );
}
