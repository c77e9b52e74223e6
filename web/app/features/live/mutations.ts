import type { QueryClient } from '@tanstack/react-query';

/** Whether a change of the viewer is on its way, which a read that starts now may or may not see. */
export const isMutating = (queries: QueryClient): boolean => queries.isMutating() > 0;

/** Whether the viewer has changed something meanwhile, such as by a like, which the response may lack. */
export const hasMutatedSince = (queries: QueryClient, time: number): boolean =>
  queries
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' || state.submittedAt >= time);
