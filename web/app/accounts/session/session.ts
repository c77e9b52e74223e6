import type { Account } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { accountQuery } from '../auth-queries';
import { readToken, subscribeToken } from './token';

/**
 * Who is using the page. `loading` until the stored token has been looked for and its member loaded; the account comes with `member` only.
 * `failed`: there is a token, but the server cannot be asked about it right now.
 */
export type Session =
  | { status: 'loading'; account: undefined }
  | { status: 'visitor'; account: undefined }
  | { status: 'failed'; account: undefined; load: { error: unknown; errorUpdatedAt: number; refetch: () => unknown } }
  | { status: 'member'; account: Account };

/** Until hydration nothing is known of the token: the server has none. */
const unknown = undefined;

/** The stored token; undefined on the server and until hydration. */
export const useToken = (): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(subscribeToken, readToken, () => unknown);

export function useSession(): Session {
  const token = useToken();
  const { data, isError, error, errorUpdatedAt, refetch } = useQuery(accountQuery(token ?? null));
  if (token === null) return { status: 'visitor', account: undefined };
  if (data) return { status: 'member', account: data };
  if (isError) return { status: 'failed', account: undefined, load: { error, errorUpdatedAt, refetch } };
  return { status: 'loading', account: undefined };
}
