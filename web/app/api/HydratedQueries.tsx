import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { Queries } from '../context';

/**
 * All that the server was told so far for a page, as text: a loader's value is taken apart and put together object by object, and text is one. Without what failed or is still
 * open, which is left for the browser to ask for.
 */
export const tell = (queries: QueryClient): string => JSON.stringify(dehydrate(queries));

/** The screen that the browser takes over from the server with what it was told. The server has it in the queries that its loader asked with. */
export function Told({ told, children }: { told: string | undefined; children: ReactNode }) {
  const isServer = useContext(Queries) !== undefined;
  const state = useMemo(() => (told === undefined || isServer ? undefined : JSON.parse(told)), [told, isServer]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
