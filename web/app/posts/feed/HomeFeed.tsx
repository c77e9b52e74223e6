import type { Feed } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followsAny, ownFollowsQuery } from '../../follows/own-follows';

/** Reports the feed of /dev/posts according to the account, for a browser that does not remember it. Renders nothing. */
export function HomeFeed({ onKnown }: { onKnown: (feed: Feed) => void }) {
  const { data, isPending } = useQuery(ownFollowsQuery);
  const report = useEffectEvent(onKnown);
  useEffect(() => {
    if (!isPending) report(data && followsAny(data) ? 'following' : 'latest');
  }, [data, isPending]);
  return null;
}
