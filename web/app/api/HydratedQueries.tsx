import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { QueryClientContext } from '../context';

/**
 * Serializes the successful queries for hydration in the browser, which fetches the others itself. Returns a string because React Router serializes loader data
 * value by value, which is slow for large objects.
 */
export const dehydrateQueries = (queries: QueryClient): string => JSON.stringify(dehydrate(queries));

/** Hydrates the browser's query client with the server's data. On the server the loader has already filled the query client. */
export function HydratedQueries({ dehydrated, children }: { dehydrated: string | undefined; children: ReactNode }) {
  const isServer = useContext(QueryClientContext) !== undefined;
  const state = useMemo(() => (dehydrated === undefined || isServer ? undefined : JSON.parse(dehydrated)), [dehydrated, isServer]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
