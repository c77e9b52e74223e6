import {
  type Account,
  type Body,
  type Credentials,
  deleteAccount,
  type Registration,
  readAccount,
  register,
  resetPassword,
  signIn,
  signOut,
} from '@dev-connector/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, createApi, Refusal } from '../api/client';
import { api, isPassing, ownProfileKey } from '../api/queries';
import { deviceHeaders } from './session/device';
import { dropAllDrafts } from './session/draft';
import { clearToken, readToken, storeToken } from './session/token';

/** The account of the member who owns the token. */
export const accountQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['account', token],
    queryFn: ({ signal }) => loadAccount(signal),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the account. Clears the token if the server rejects it, but not on a transient failure such as a lost connection. */
async function loadAccount(signal: AbortSignal): Promise<Account> {
  const token = readToken();
  try {
    return (await api(readAccount, { signal })).data;
  } catch (error) {
    if (token !== null && error instanceof ApiError && !isPassing(error)) clearToken(token);
    throw error;
  }
}

/** API client without a token, for signing in and registering. */
const visitorsApi = createApi({ transport: (path, init) => fetch(path, init) });

/**
 * Shared by login, registration and password reset. Stores the token on success. On failure clears the token from before the attempt, but not one that another
 * tab has stored since. A failed password reset keeps the token: the reset link is unrelated to the current session.
 */
function useEntering<Form>(enter: (form: Form) => Promise<string>, forget: (token: string) => void = clearToken) {
  return useMutation({
    mutationFn: async (form: Form) => {
      if (!storeToken(await enter(form))) throw new Refusal([{ msg: 'Your browser does not let this site keep you signed in' }]);
    },
    onMutate: readToken,
    onError: (_error, _form, before) => {
      if (before) forget(before);
    },
  });
}

export const useRegister = () =>
  useEntering(async (body: Registration) => (await visitorsApi(register, { body, headers: deviceHeaders() })).data.token);

export const useResetPassword = () =>
  useEntering(
    async (body: Body<typeof resetPassword>) => (await visitorsApi(resetPassword, { body, headers: deviceHeaders() })).data.token,
    () => {},
  );

export const useSignIn = () =>
  useEntering(async (body: Credentials) => (await visitorsApi(signIn, { body, headers: deviceHeaders() })).data.token);

/** Signs out locally and on the server. The local sign-out happens even if the request fails. */
export function useSignOut() {
  const queries = useQueryClient();
  return () => {
    void api(signOut, {}).catch(() => undefined); // the request has already read the token
    endSession(queries);
  };
}

/** Deletes the account and all its data, then ends the session. */
export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    meta: { said: 'YOUR account has been permanantly deleted', showsFailure: true },
    mutationFn: () => api(deleteAccount, {}),
    onSuccess: () => endSession(queries),
  });
}

/** Removes the member's own profile, then all drafts, then the token. Clearing the token empties the rest of the query cache. */
function endSession(queries: QueryClient): void {
  queries.removeQueries({ queryKey: ownProfileKey });
  dropAllDrafts();
  clearToken();
}
