import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=following' };

export const meta = titleMeta('Following');

const Screen = () => <FeedScreen feed="following" path="/dev/posts/following" heading="Following" />;
export default Screen;
