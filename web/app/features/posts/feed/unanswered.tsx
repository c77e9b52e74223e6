import type { ScreenHandle } from '../../../context';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=unanswered' };

export const meta = titleMeta('Unanswered posts');

const Screen = () => <FeedScreen feed="unanswered" path="/dev/posts/unanswered" heading="Unanswered posts" />;
export default Screen;
