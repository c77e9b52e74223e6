import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { Queries } from '../context';

/**
 * All that the server was told for a page, as text: a loader's value is taken apart and put together object by object, and text is one. What failed or is still
 * open is forgotten: the page shows it as what the browser is about to ask for.
 */
export function tell(queries: QueryClient): string {
  queries.removeQueries({ predicate: ({ state }) => state.status !== 'success' });
  return JSON.stringify(dehydrate(queries));
}

/** The screen that the browser takes over from the server with what it was told. The server has it in the queries that its loader asked with. */
export function Told({ told, children }: { told: string | undefined; children: ReactNode }) {
  const isServer = useContext(Queries) !== undefined;
  const state = useMemo(() => (told === undefined || isServer ? undefined : JSON.parse(told)), [told, isServer]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
