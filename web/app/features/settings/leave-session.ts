import { signOut } from '@dev-connector/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { pendingDeletionsOf } from '../../api/pending-deletions';
import { api, ownProfileKey } from '../../api/queries';
import { clearToken, dismissSessionEnded, readToken } from '../../api/token';
import { local } from '../../ui/browser/browser-storage';
import { accountQuery, visitsKey } from '../accounts/auth-queries';
import { deleteStoredDrafts, hasDrafts } from '../drafts/stored-drafts';

/** Milliseconds that signing out waits for pending deletions and drafts, which need the session. */
const maxFlushTime = 3000;

const delay = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Signs out locally and on the server, unless another tab does so first. The local sign-out happens even if the request fails. */
export function useSignOut() {
  const queries = useQueryClient();
  return async () => {
    const token = readToken();
    const account = queries.getQueryData(accountQuery(token).queryKey);
    const flush = async (id: string) => Promise.allSettled([flushDeletions(id), flushDrafts(queries, id)]);
    if (account) await Promise.race([flush(account._id), delay(maxFlushTime)]);
    const stored = readToken();
    if (stored !== null && stored !== token) return; // another tab has begun a newer session
    if (stored !== null) void api(signOut, {}).catch(() => undefined); // the request has already read the token
    dismissSessionEnded(); // which the drafts may have found
    leaveSession(queries, { keepsUnsaved: true });
  };
}

/** Loads the code only if there are deletions. */
async function flushDeletions(accountId: string): Promise<void> {
  if (pendingDeletionsOf(accountId).length > 0) await (await import('../deletions/flush-deletions')).flushDeletions(accountId);
}

/** Loads the code only if there are drafts. */
async function flushDrafts(queries: QueryClient, accountId: string): Promise<void> {
  if (hasDrafts()) await (await import('../drafts/synced-drafts')).draftSyncOf(queries, accountId).flush();
}

/** Removes the member's own profile, then the visits and the drafts, then the token. `keepsUnsaved`: except for texts that the server does not have. Clearing the token empties the rest of the query cache. */
export function leaveSession(queries: QueryClient, options?: { keepsUnsaved: boolean }): void {
  queries.removeQueries({ queryKey: ownProfileKey });
  deleteStoredDrafts(options);
  for (const key of local.keys()) if (key.startsWith(visitsKey)) local.set(key, null);
  clearToken();
}
