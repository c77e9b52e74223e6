import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { Queries } from '../context';

/**
 * Serializes the successful queries for hydration in the browser, which fetches the others itself. Returns a string because React Router serializes loader data
 * value by value, which is slow for large objects.
 */
export const tell = (queries: QueryClient): string => JSON.stringify(dehydrate(queries));

/** Hydrates the browser's query client with the server's data. On the server the loader has already filled the query client. */
export function Told({ told, children }: { told: string | undefined; children: ReactNode }) {
  const isServer = useContext(Queries) !== undefined;
  const state = useMemo(() => (told === undefined || isServer ? undefined : JSON.parse(told)), [told, isServer]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
