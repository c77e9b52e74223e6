import { Screen } from '../../ui/Screen';
import { TabLinks } from '../../ui/TabLinks';
import { NotificationList } from './NotificationList';
import type { Filter } from './notification-queries';

const tabs = [
  { to: '/dev/notifications', label: 'All' },
  { to: '/dev/notifications/mentions', label: 'Mentions' },
];

/** What happened for the viewer: all, or mentions only. */
export const NotificationsScreen = ({ filter }: { filter: Filter }) => (
  <Screen width="reading">
    <h1 className="font-semibold text-xl">Notifications</h1>
    <TabLinks label="Notifications" links={tabs} />
    <NotificationList key={filter} filter={filter} />
  </Screen>
);
