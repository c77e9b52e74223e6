import { type Body, type Credentials, type Registration, register, resetPassword, signIn } from '@dev-connector/contract';
import { type MutationMeta, useMutation } from '@tanstack/react-query';
import { createApi, RequestError } from '../../api/client';
import { clearToken, readToken, storeToken } from '../../api/token';
import { deviceHeaders } from './session/device-secret';

/** API client without a token, for signing in and registering. */
const anonymousApi = createApi({ transport: (path, init) => fetch(path, init) });

/**
 * Shared by login, registration and password reset. Stores the token on success. On failure clears the token from before the attempt, but not one that another
 * tab has stored since. A failed password reset keeps the token: the reset link is unrelated to the current session.
 */
function useAuthentication<Form>(
  authenticate: (form: Form) => Promise<string>,
  onFailure: (token: string) => void = clearToken,
  meta: MutationMeta = {},
) {
  return useMutation({
    meta,
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
    { fieldsShowErrors: true },
  );

export const useSignIn = () =>
  useAuthentication(async (body: Credentials) => (await anonymousApi(signIn, { body, headers: deviceHeaders() })).data.token);
