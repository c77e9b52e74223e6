import {
  type AccountChange,
  type Body,
  changeAccount,
  changePassword,
  confirmPassword,
  endOtherSessions,
  endSession,
  listSessions,
  readAccountData,
  readStorage,
} from '@dev-connector/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, RequestError } from '../../api/client';
import { download } from '../../api/download';
import { api } from '../../api/queries';
import { readToken, storeToken } from '../../api/token';
import { showNewPicture } from '../avatars/show-new-picture';
import { accountQuery } from './auth-queries';
import { deviceHeaders } from './session/device-secret';
import { useSession } from './session/session';

/** The member's sessions, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api(listSessions, { signal })).data,
});

/** What the member stores. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await api(readStorage, { signal })).data,
  staleTime: 0,
});

/** Changes the name or the e-mail address. Posts and profiles show the name, so everything on the screen reloads, and so does the picture, which may be initials. */
export function useChangeAccount() {
  const queries = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: async (body: AccountChange) => (await api(changeAccount, { body })).data,
    onSuccess: (account) => {
      queries.setQueryData(accountQuery(readToken()).queryKey, account);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' });
      void showNewPicture(account.avatar);
    },
  });
}

/** Changes the password. The server ends every other session and issues a new token for this one, which clears the query cache. */
export function useChangePassword() {
  const queries = useQueryClient();
  const { account } = useSession();
  return useMutation({
    meta: { successMessage: 'Password changed', fieldsShowErrors: true },
    mutationFn: async (body: { current: string; password: string }) => {
      const { token } = (await api(changePassword, { body, headers: deviceHeaders() })).data;
      if (!storeToken(token))
        throw new RequestError([{ msg: 'Your password is changed, but your browser does not let this site keep you signed in' }]);
      if (account) queries.setQueryData(accountQuery(token).queryKey, account); // same member: no need to load the account again
    },
  });
}

/** Confirms the password, which allows this session the actions that require a recent sign-in. */
export const useConfirmPassword = () =>
  useMutation({
    meta: { showsError: true },
    mutationFn: (body: Body<typeof confirmPassword>) => api(confirmPassword, { body, headers: deviceHeaders() }),
  });

/** Ends one session, or every other session if no id is given. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'sessions' },
    mutationFn: async (id: string | undefined) => {
      try {
        await (id ? api(endSession, { params: { id } }) : api(endOtherSessions, {}));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // 404: the session has already ended
      }
    },
    onSuccess: (_, id) =>
      queries.setQueryData(sessionsQuery.queryKey, (sessions) =>
        sessions?.filter((session) => (id ? session._id !== id : session.current)),
      ),
    onError: () => void queries.invalidateQueries(sessionsQuery),
  });
}

/** Downloads the member's data as a file. */
export const useDownload = () => useMutation({ meta: { showsError: true }, mutationFn: () => download(readAccountData.path) });
