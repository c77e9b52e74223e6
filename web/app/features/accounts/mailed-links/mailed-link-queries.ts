import { type Body, requestReset, requestVerification, verifyEmail } from '@dev-connector/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/queries';
import { readToken } from '../../../api/token';
import { accountQuery } from '../auth-queries';

/** Asks for a mail with a reset link. Succeeds for every address. */
export const useRequestReset = () =>
  useMutation({ meta: { fieldsShowErrors: true }, mutationFn: (body: Body<typeof requestReset>) => api(requestReset, { body }) });

/** Confirms or restores an address with the secret of a mailed link. */
export function useVerifyEmail() {
  const queries = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (secret: string) => api(verifyEmail, { body: { secret } }),
    onSuccess: () => void queries.invalidateQueries(accountQuery(readToken())),
  });
}

/** Asks for another mail that confirms the address of the account, or for mail to a confirmed one that was refused. */
export function useRequestVerification(isConfirmed: boolean | undefined) {
  const queries = useQueryClient();
  return useMutation({
    meta: { successMessage: isConfirmed ? 'Mail to your address is sent again' : 'A link is on its way' },
    mutationFn: () => api(requestVerification, {}),
    onSuccess: () => void queries.invalidateQueries(accountQuery(readToken())),
  });
}
