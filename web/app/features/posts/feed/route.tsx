import type { Feed } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { homeFeedKey } from '../../../api/token';
import type { ScreenHandle } from '../../../context';
import { local } from '../../../ui/browser/browser-storage';
import { followsAny, ownFollowsQuery } from '../../follows/own-follows';
import { titleMeta } from '../../site/meta';
import { FeedScreen } from './FeedScreen';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=&feed=:home' };

export const meta = titleMeta('Posts');

/**
 * Following once the viewer follows something, otherwise Latest. The browser remembers which, so that the page and its first script know it immediately; in a new browser
 * the account says. The feed does not change while the page is open.
 */
export default function Posts() {
  const [feed, setFeed] = useState(() => local.get(homeFeedKey) as Feed | null);
  const { data, isPending } = useQuery(ownFollowsQuery);
  if (!feed && !isPending) setFeed(data && followsAny(data) ? 'following' : 'latest');
  return <FeedScreen feed={feed ?? undefined} path="/dev/posts" heading="Posts" />;
}
