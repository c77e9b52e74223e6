import type { Account } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { readToken, subscribeToken } from '../../../api/token';
import { useHydrated } from '../../../ui/browser/useHydrated';
import { accountQuery } from '../auth-queries';

/**
 * State of the viewer's session. `loading` until the stored token has been read and its account loaded; `failed` if there is a token but its account cannot be
 * loaded right now. Only `member` has an account.
 */
export type Session =
  | { status: 'loading'; account: undefined }
  | { status: 'visitor'; account: undefined }
  | { status: 'failed'; account: undefined; load: { error: unknown; errorUpdatedAt: number; refetch: () => unknown } }
  | { status: 'member'; account: Account };

const Token = createContext<string | null | undefined>(undefined);

/** The stored token, or null for a visitor. Undefined on the server, which cannot know it, and until the hydrated page has read it. */
export const useToken = (): string | null | undefined => useContext(Token);

/** Provides the stored token: after hydration in a transition, so that React renders the screen of a member in short tasks, and later at once. */
export function TokenProvider({ children }: { children: ReactNode }) {
  const stored = useSyncExternalStore(subscribeToken, readToken, () => null);
  const [isRead, setRead] = useState(useHydrated());
  useEffect(() => startTransition(() => setRead(true)), []);
  return <Token value={isRead ? stored : undefined}>{children}</Token>;
}

export function useSession(): Session {
  const token = useToken();
  // With the stored token from the first render on: if the key of a part changed after a failure, the part would request the account again.
  const { data, isError, error, errorUpdatedAt, refetch } = useQuery(accountQuery(token ?? readToken()));
  if (token === undefined) return { status: 'loading', account: undefined };
  if (token === null) return { status: 'visitor', account: undefined };
  if (data) return { status: 'member', account: data };
  if (isError) return { status: 'failed', account: undefined, load: { error, errorUpdatedAt, refetch } };
  return { status: 'loading', account: undefined };
}
