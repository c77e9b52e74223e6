import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=top&period=week' };

export const meta = titleMeta('Top posts');

const Screen = () => <FeedScreen feed="top" path="/dev/posts/top" heading="Top posts" />;
export default Screen;
