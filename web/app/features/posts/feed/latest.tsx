import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=latest' };

export const meta = titleMeta('Latest posts');

const Screen = () => <FeedScreen feed="latest" path="/dev/posts/latest" heading="Latest posts" />;
export default Screen;
