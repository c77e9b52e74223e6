import type { Mutation, QueryClient } from '@tanstack/react-query';
import { watchQuery } from '../notifications/watch-query';

/** Returns the post of a mutation by which the member chooses whether to watch it. Not of one that was in flight when its account signed out, which cleared the cache. */
export function postOfWatchChange(queries: QueryClient, mutation: Mutation): string | undefined {
  const [name, post] = (mutation.options.mutationKey ?? []) as string[];
  if (post === undefined || name !== watchQuery(post).queryKey[0]) return undefined;
  return queries.getMutationCache().getAll().includes(mutation) ? post : undefined;
}
