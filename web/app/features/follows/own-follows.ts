import { type OwnFollows, readOwnFollows } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { homeFeedKey } from '../../api/token';
import { local } from '../../ui/browser/browser-storage';

export const followsAny = ({ members, tags }: OwnFollows): boolean => members + tags.length > 0;

/** The tags that the viewer follows and mutes, and the number of members. */
export const ownFollowsQuery = queryOptions({
  queryKey: ['own follows'],
  queryFn: async ({ signal }) => {
    const { data } = await api(readOwnFollows, { signal });
    local.set(homeFeedKey, followsAny(data) ? 'following' : 'latest');
    return data;
  },
  retry: false, // the feed waits for it
});
