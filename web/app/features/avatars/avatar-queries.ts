import { readOwnAvatar } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Whether the member has uploaded a picture. */
export const ownAvatarQuery = queryOptions({
  queryKey: ['own avatar'],
  queryFn: ({ signal }) => api(readOwnAvatar, { signal }),
  retry: false,
});
