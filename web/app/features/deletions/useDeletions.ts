import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isUnauthorized } from '../../api/client';
import { type PendingDeletion, pendingDeletionsOf, removeDeletion, subscribeDeletions } from '../../api/pending-deletions';
import { failureText } from '../../feedback/ActionFailure';
import { addAlert } from '../../feedback/alerts';
import { useSession } from '../accounts/session/session';
import { deletionAlerts } from './deletion-alerts';
import { flushDeletions } from './flush-deletions';
import { sendDeletion } from './send-deletion';

/** Sends the member's pending deletions when their time to undo is over, when the page closes, and after a crash. Used once, by the alerts. */
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
        const updateQueries = await sendDeletion(deletion, false);
        await updateQueries(queries); // until then, the item stays hidden
        removeDeletion(id);
      } catch (error) {
        if (isUnauthorized(error)) return; // sent again after the member has signed in
        removeDeletion(id);
        const reason = error instanceof ApiError && error.status ? error.message : undefined;
        addAlert(failureText(deletionAlerts[kind].failure, error, reason), 'danger');
      } finally {
        inFlight.delete(id);
      }
    }

    function sendDue() {
      clearTimeout(timer);
      const now = Date.now();
      const waiting = pendingDeletionsOf(userId ?? '').filter(({ id, isSent }) => !isSent && !inFlight.has(id));
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
