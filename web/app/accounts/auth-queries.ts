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

/** The API as a visitor calls it. Who signs in is nobody yet, whatever token lies about. */
const visitorsApi = createApi({ transport: (path, init) => fetch(path, init) });

/**
 * Login and registration alike: success stores the token, failure clears the one there was (spec section 4), not one that another tab has got since. A link
 * for a new password that works no more has nothing to do with who is signed in.
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

/** Logs out, here and on the server; here even where the server cannot be told. */
export function useSignOut() {
  const queries = useQueryClient();
  return () => {
    void api(signOut, {}).catch(() => undefined); // has read the token by now
    endSession(queries);
  };
}

/** Deletes the account with everything of the member's, then ends the session. */
export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    meta: { said: 'YOUR account has been permanantly deleted', showsFailure: true },
    mutationFn: () => api(deleteAccount, {}),
    onSuccess: () => endSession(queries),
  });
}

/** Clears the profile first (spec section 4), then what was typed and not sent, then the token; with the token goes all else that was loaded. */
function endSession(queries: QueryClient): void {
  queries.removeQueries({ queryKey: ownProfileKey });
  dropAllDrafts();
  clearToken();
}
