import { readWatch } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Whether the viewer watches or mutes a discussion. Also the key of the mutations that change it. */
export const watchQuery = (id: string) =>
  queryOptions({ queryKey: ['watch', id], queryFn: async ({ signal }) => (await api(readWatch, { params: { id }, signal })).data });
