import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../accounts/session/session';
import { isUnauthorized, RequestError } from '../api/client';
import { addAlert } from '../shell/alerts/alerts';
import { deletionAlerts } from './deletion-alerts';
import { markSent, type PendingDeletion, pendingDeletionsOf, removeDeletion, subscribeDeletions } from './pending';

let sender: typeof import('./send-deletion') | undefined;

/** Loads the code that sends deletions, which most visits do not need. */
const load = async () => (sender ??= await import('./send-deletion'));

/** Sends the member's pending deletions when their time to undo is over, when the page closes, and after a crash. Used once, by the shell. */
export function useDeletions(): void {
  const { account } = useSession();
  const queries = useQueryClient();
  const userId = account?._id;

  useEffect(() => {
    if (!userId) return;
    const inFlight = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function send(deletion: PendingDeletion) {
      const { kind, id } = deletion;
      inFlight.add(id);
      try {
        const { sendDeletion } = await load();
        const updateQueries = await sendDeletion(deletion, false);
        updateQueries(queries);
        removeDeletion(id);
      } catch (error) {
        if (isUnauthorized(error)) return; // sent again after the member has signed in
        removeDeletion(id);
        const reason = error instanceof RequestError ? `: ${error.message}` : '';
        addAlert(`${deletionAlerts[kind].failure}${reason}`, 'danger');
      } finally {
        inFlight.delete(id);
      }
    }

    function sendDue() {
      clearTimeout(timer);
      const now = Date.now();
      const waiting = pendingDeletionsOf(userId ?? '').filter(({ id, isSent }) => !isSent && !inFlight.has(id));
      if (waiting.length > 0) void load().catch(() => undefined);
      for (const deletion of waiting) if (deletion.sendAt <= now) void send(deletion);
      const next = Math.min(...waiting.map(({ sendAt }) => sendAt).filter((sendAt) => sendAt > now));
      if (next < Number.POSITIVE_INFINITY) timer = setTimeout(sendDue, next - now);
    }

    // The result of requests that were sent while a page closed is unknown. Repeating them is harmless.
    const repeatSent = () => {
      for (const deletion of pendingDeletionsOf(userId)) if (deletion.isSent) void send(deletion);
    };
    const onPageHide = () => void flushDeletions(userId);

    repeatSent();
    sendDue();
    const unsubscribe = subscribeDeletions(sendDue);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', repeatSent);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', repeatSent);
    };
  }, [userId, queries]);
}

/** Sends all pending deletions of a member with requests that outlive the page. Resolves when all have been answered or have failed. */
export async function flushDeletions(userId: string): Promise<void> {
  const waiting = pendingDeletionsOf(userId).filter(({ isSent }) => !isSent);
  // Without `await` if the code is loaded: a page that closes does not wait. Otherwise the next page sends the deletions.
  const { sendDeletion } = sender ?? (await load());
  await Promise.allSettled(
    waiting.map(async (deletion) => {
      const sent = sendDeletion(deletion, true);
      markSent(deletion.id);
      await sent;
      removeDeletion(deletion.id);
    }),
  );
}
