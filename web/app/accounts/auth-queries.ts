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
import { ApiError, createApi, RequestError } from '../api/client';
import { api, isTransient, ownProfileKey } from '../api/queries';
import { flushDeletions } from '../deletions/flush-deletions';
import { deleteAllDrafts, draftKeys, isUnsaved } from '../drafts/local-drafts';
import { deviceHeaders } from './session/device-secret';
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
    if (token !== null && error instanceof ApiError && !isTransient(error)) clearToken(token);
    throw error;
  }
}

/** API client without a token, for signing in and registering. */
const anonymousApi = createApi({ transport: (path, init) => fetch(path, init) });

/**
 * Shared by login, registration and password reset. Stores the token on success. On failure clears the token from before the attempt, but not one that another
 * tab has stored since. A failed password reset keeps the token: the reset link is unrelated to the current session.
 */
function useAuthentication<Form>(authenticate: (form: Form) => Promise<string>, onFailure: (token: string) => void = clearToken) {
  return useMutation({
    mutationFn: async (form: Form) => {
      if (!storeToken(await authenticate(form)))
        throw new RequestError([{ msg: 'Your browser does not let this site keep you signed in' }]);
    },
    onMutate: readToken,
    onError: (_error, _form, previousToken) => {
      if (previousToken) onFailure(previousToken);
    },
  });
}

export const useRegister = () =>
  useAuthentication(async (body: Registration) => (await anonymousApi(register, { body, headers: deviceHeaders() })).data.token);

export const useResetPassword = () =>
  useAuthentication(
    async (body: Body<typeof resetPassword>) => (await anonymousApi(resetPassword, { body, headers: deviceHeaders() })).data.token,
    () => {},
  );

export const useSignIn = () =>
  useAuthentication(async (body: Credentials) => (await anonymousApi(signIn, { body, headers: deviceHeaders() })).data.token);

/** Milliseconds that signing out waits for pending deletions and drafts, which need the session. */
const maxFlushTime = 3000;

const delay = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Signs out locally and on the server. The local sign-out happens even if the request fails. */
export function useSignOut() {
  const queries = useQueryClient();
  return async () => {
    const account = queries.getQueryData(accountQuery(readToken()).queryKey);
    const flush = async (id: string) => Promise.allSettled([flushDeletions(id), flushDrafts(id)]);
    if (account) await Promise.race([flush(account._id), delay(maxFlushTime)]);
    void api(signOut, {}).catch(() => undefined); // the request has already read the token
    endSession(queries, isUnsaved);
  };
}

/** Loads the code only if there are drafts. */
async function flushDrafts(accountId: string): Promise<void> {
  if (draftKeys(accountId).length > 0) await (await import('../drafts/synced-drafts')).flushDrafts(accountId);
}

/** Deletes the account and all its data, then ends the session. */
export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    meta: { successMessage: 'YOUR account has been permanantly deleted', showsError: true },
    mutationFn: () => api(deleteAccount, {}),
    onSuccess: () => endSession(queries),
  });
}

/** Removes the member's own profile, then all drafts except those to keep, then the token. Clearing the token empties the rest of the query cache. */
function endSession(queries: QueryClient, keepsDraft?: (key: string) => boolean): void {
  queries.removeQueries({ queryKey: ownProfileKey });
  deleteAllDrafts(keepsDraft);
  clearToken();
}
