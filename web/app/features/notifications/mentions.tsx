import type { ScreenHandle } from '../../context';
import { titleMeta } from '../site/meta';
import { NotificationsScreen } from './NotificationsScreen';

export const handle: ScreenHandle = { firstRequest: '/api/notifications?filter=mentions' };

export const meta = titleMeta('Mentions');

const Screen = () => <NotificationsScreen filter="mentions" />;
export default Screen;
