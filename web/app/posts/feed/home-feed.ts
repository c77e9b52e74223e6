import type { Feed } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { homeFeedKey } from '../../api/queries';
import { followsAny, ownFollowsQuery } from '../../follows/own-follows';
import { local } from '../../ui/browser-storage';

/**
 * The feed of /dev/posts: Following once the viewer follows something, otherwise Latest. The browser remembers it, so that the page and its first script know it at
 * once; on a new device the account says. Undefined until then. It does not change while the page is open.
 */
export function useHomeFeed(): Feed | undefined {
  const [feed, setFeed] = useState(() => local.get(homeFeedKey) as Feed | null);
  const { data, isPending } = useQuery(ownFollowsQuery);
  if (!feed && !isPending) setFeed(data && followsAny(data) ? 'following' : 'latest');
  return feed ?? undefined;
}
