import { type DehydratedState, dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { QueryClientContext } from '../context';

/**
 * Serializes the successful queries for hydration in the browser, which fetches the others itself. Returns a string because React Router serializes loader data
 * value by value, which is slow for large objects.
 */
export const dehydrateQueries = (queries: QueryClient): string => JSON.stringify(dehydrate(queries));

/** When this page was loaded, by the clock of the browser. */
const loadedAt = Date.now();

/**
 * Dates the data by the clock of the browser. The server validates even a cached page on each request, so the data is new however long ago it was rendered, unless
 * the page comes from the history of the browser. A time of 0 marks incomplete data.
 */
function dateByBrowser(state: DehydratedState): DehydratedState {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') return state;
  for (const { state: query } of state.queries) if (query.dataUpdatedAt > 0) query.dataUpdatedAt = loadedAt;
  return state;
}

/** Hydrates the browser's query client with the server's data. On the server the loader has already filled the query client. */
export function HydratedQueries({ dehydrated, children }: { dehydrated: string | undefined; children: ReactNode }) {
  const isServer = useContext(QueryClientContext) !== undefined;
  const state = useMemo(
    () => (dehydrated === undefined || isServer ? undefined : dateByBrowser(JSON.parse(dehydrated))),
    [dehydrated, isServer],
  );
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
