import { type Account, readAccount } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import { api, isTransient } from '../../api/queries';
import { clearToken, readToken } from '../../api/token';

/** The account of the member who owns the token. */
export const accountQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['account', token],
    queryFn: ({ signal }) => loadAccount(signal),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false, // many components read it: each that mounts after a failure would request it again
  });

/** Loads the account. Clears the token if the server rejects it, but not on a transient failure such as a lost connection. */
async function loadAccount(signal: AbortSignal): Promise<Account> {
  const token = readToken();
  try {
    return (await api(readAccount, { signal })).data;
  } catch (error) {
    if (token !== null && error instanceof ApiError && !isTransient(error)) clearToken(token);
    throw error;
  }
}

/** Prefix of the entries of local storage with an account's last visits to posts (features/comments/last-visits.ts) and feeds (features/posts/feed/LastVisit.tsx). */
export const visitsKey = 'visits:';
