import { markSent, pendingDeletionsOf, removeDeletion } from './pending';

let sender: typeof import('./send-deletion') | undefined;

/** Loads the code that sends deletions, which most visits do not need. */
export const loadSender = async () => (sender ??= await import('./send-deletion'));

/** Sends all pending deletions of a member with requests that outlive the page. Resolves when all have been answered or have failed. */
export async function flushDeletions(userId: string): Promise<void> {
  const waiting = pendingDeletionsOf(userId).filter(({ isSent }) => !isSent);
  // Without `await` if the code is loaded: a page that closes does not wait. Otherwise the next page sends the deletions.
  const { sendDeletion } = sender ?? (await loadSender());
  await Promise.allSettled(
    waiting.map(async (deletion) => {
      const sent = sendDeletion(deletion, true);
      markSent(deletion.id);
      await sent;
      removeDeletion(deletion.id);
    }),
  );
}
