import { markSent, pendingDeletionsOf, removeDeletion } from '../../api/pending-deletions';
import { sendDeletion } from './send-deletion';

/** Sends all pending deletions of a member with requests that outlive the page. Resolves when all have been answered or have failed. */
export async function flushDeletions(userId: string): Promise<void> {
  const waiting = pendingDeletionsOf(userId).filter(({ isSent }) => !isSent);
  // Sends before the first `await`, because a page that closes does not wait.
  await Promise.allSettled(
    waiting.map(async (deletion) => {
      const sent = sendDeletion(deletion, true);
      markSent(deletion.id);
      await sent;
      removeDeletion(deletion.id);
    }),
  );
}
