import {
  type Body,
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  listSessions,
  readAccountData,
} from '@dev-connector/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, Refusal, refusalOf, unreachable } from '../api/client';
import { api } from '../api/queries';
import { accountQuery } from './auth-queries';
import { deviceHeaders } from './session/device';
import { useSession } from './session/session';
import { readToken, refuseToken, storeToken } from './session/token';

/** Where the member is signed in, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api(listSessions, { signal })).data,
});

/** Changes the password. Every other session ends; this one goes on under a new token, so all that was loaded under the old one goes. */
export function useChangePassword() {
  const queries = useQueryClient();
  const { account } = useSession();
  return useMutation({
    meta: { said: 'Password Changed' },
    mutationFn: async (body: { current: string; password: string }) => {
      const { token } = (await api(changePassword, { body, headers: deviceHeaders() })).data;
      if (!storeToken(token))
        throw new Refusal([{ msg: 'Your password is changed, but your browser does not let this site keep you signed in' }]);
      if (account) queries.setQueryData(accountQuery(token).queryKey, account); // still the same member: nothing to wait for
    },
  });
}

/** Confirms the password, after which this session may do what needs a fresh sign-in. */
export const useConfirmPassword = () =>
  useMutation({
    meta: { showsFailure: true },
    mutationFn: (body: Body<typeof confirmPassword>) => api(confirmPassword, { body, headers: deviceHeaders() }),
  });

/** Ends one session, or, without its id, all but this one. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'sessions' },
    mutationFn: async (id: string | undefined) => {
      try {
        await (id ? api(endSession, { params: { id } }) : api(endOtherSessions, {}));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // it has ended already
      }
    },
    onSuccess: (_, id) =>
      queries.setQueryData(sessionsQuery.queryKey, (sessions) =>
        sessions?.filter((session) => (id ? session._id !== id : session.current)),
      ),
    onError: () => void queries.invalidateQueries(sessionsQuery),
  });
}

export interface Download {
  name: string;
  data: Blob;
}

/** Everything of the member's, as the file that the server makes of it. The browser keeps it outside the page's memory. */
export const useDownload = () =>
  useMutation({
    meta: { showsFailure: true },
    mutationFn: async (): Promise<Download> => {
      const token = readToken();
      try {
        const response = await fetch(readAccountData.path, { headers: token === null ? {} : { 'x-auth-token': token } });
        if (response.status === 401) refuseToken(token);
        if (!response.ok) throw refusalOf(response, await response.json().catch(() => undefined));
        const [, name = 'dev-connector.json'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
        return { name, data: await response.blob() };
      } catch (error) {
        throw error instanceof ApiError ? error : unreachable();
      }
    },
  });
