import { type Account, type Credentials, type Registration, readAccount, register, signIn, signOut } from '@dev-connector/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { clearToken, readToken, storeToken } from '../session/token';
import { dropAllDrafts } from '../ui/draft';
import { ApiError } from './client';
import { ownProfileKey } from './profiles';
import { api, isPassing } from './queries';

/** The member whose token this is. */
export const accountQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['account', token],
    queryFn: ({ signal }) => loadAccount(signal),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Where the server says no, the token is forgotten; a lost connection or a restart is no reason to sign anyone out. */
async function loadAccount(signal: AbortSignal): Promise<Account> {
  const token = readToken();
  try {
    return (await api(readAccount, { signal })).data;
  } catch (error) {
    if (token !== null && error instanceof ApiError && !isPassing(error)) clearToken(token);
    throw error;
  }
}

/** Login and registration alike: success stores the token, failure clears it (spec section 4). */
function useEntering<Form>(enter: (form: Form) => Promise<string>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess: (token) => {
      queries.clear();
      storeToken(token);
    },
    onError: () => clearToken(),
  });
}

export const useRegister = () => useEntering(async (body: Registration) => (await api(register, { body })).data.token);

export const useSignIn = () => useEntering(async (body: Credentials) => (await api(signIn, { body })).data.token);

/** Clears the profile, then ends the session here and on the server. It ends here even where the server cannot be told. */
export function useSignOut() {
  const queries = useQueryClient();
  return async () => {
    queries.removeQueries({ queryKey: ownProfileKey });
    const ended = api(signOut, {}).catch(() => undefined); // has read the token by now
    clearToken();
    dropAllDrafts();
    queries.clear();
    await ended;
  };
}
