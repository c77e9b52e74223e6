import { suggestResults } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';

/** Suggestions for a query. `kinds` as in the contract. A new query cancels the request of the previous one. */
export const suggestedQuery = (q: string, isMember: boolean, kinds?: string) =>
  queryOptions({
    queryKey: ['suggested', q, isMember, kinds ?? null],
    queryFn: async ({ signal }) => (await api(suggestResults, { query: { q, kinds }, signal })).data,
    enabled: q !== '',
    retry: false,
  });
