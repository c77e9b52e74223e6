import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { Screen } from '../../ui/Screen';
import { TabLinks } from '../../ui/TabLinks';
import { MarkAll } from './MarkAll';
import { NotificationList } from './NotificationList';
import type { Filter } from './notification-queries';

const tabs = [
  { to: '/dev/notifications', label: 'All' },
  { to: '/dev/notifications/mentions', label: 'Mentions' },
];

/** What happened for the viewer: all, or mentions only. */
export const NotificationsScreen = ({ filter }: { filter: Filter }) => (
  <Screen width="reading">
    <header className="flex min-h-8 flex-wrap items-center gap-x-1">
      <h1 className="mr-auto font-semibold text-xl">Notifications</h1>
      {filter === 'all' && <MarkAll />}
      <Link to="/dev/account#notifications" className={buttonClass('ghost', 'sm', '-mr-2.5')} aria-label="Notification settings">
        Settings
      </Link>
    </header>
    <TabLinks label="Notifications" links={tabs} />
    <NotificationList key={filter} filter={filter} />
  </Screen>
);
