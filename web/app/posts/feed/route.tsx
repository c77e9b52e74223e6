import type { ScreenHandle } from '../../context';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';
import { useHomeFeed } from './home-feed';

/** The first script fills in the feed that the browser remembers. */
export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=:home' };

export const meta = titleMeta('Posts');

export default function Posts() {
  return <FeedScreen feed={useHomeFeed()} path="/dev/posts" heading="Posts" />;
}
