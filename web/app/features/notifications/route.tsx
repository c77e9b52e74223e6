import type { ScreenHandle } from '../../context';
import { titleMeta } from '../site/meta';
import { NotificationsScreen } from './NotificationsScreen';

export const handle: ScreenHandle = { firstRequest: '/api/notifications' };

export const meta = titleMeta('Notifications');

const Screen = () => <NotificationsScreen filter="all" />;
export default Screen;
