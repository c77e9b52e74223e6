import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { draftsQuery, keepSynced, pull, resolveConflict, statusOf, subscribeStatus } from '../../drafts/synced-drafts';
import { Button } from '../../ui/Button';
import { UserText } from '../../ui/UserText';

/** Saves the draft on the server while its form is shown, and takes over what other devices have written. */
export function useSyncedDraft(accountId: string | undefined, key: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!accountId) return;
    const refresh = async () => {
      if (document.visibilityState === 'visible') await pull(key, await queries.fetchQuery({ ...draftsQuery, staleTime: 1000 }));
    };
    const tryRefresh = () => void refresh().catch(() => undefined); // without a connection the local draft is all there is
    const stop = keepSynced(accountId);
    tryRefresh();
    document.addEventListener('visibilitychange', tryRefresh);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tryRefresh);
    };
  }, [queries, accountId, key]);
}

const useStatus = (key: string) => useSyncExternalStore(subscribeStatus, () => statusOf(key));

const words = { none: '', unsaved: 'Saving…', saved: 'Saved', failed: 'Saved on this device only', conflict: '' };

/** Says in a word whether the text is safe. No live region: it changes while the author types. */
export const DraftState = ({ draft }: { draft: string }) => <span className="text-muted text-sm">{words[useStatus(draft).state]}</span>;

/** Shows the text of the other device and lets the author choose. Nothing is saved on the server until then. */
export function DraftConflict({ draft }: { draft: string }) {
  const status = useStatus(draft);
  if (status.state !== 'conflict') return;
  const { title, text } = status.theirs;
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-3">
      <p className="text-sm">
        <strong className="font-medium">You have also written this on another device.</strong> The text there is:
      </p>
      <div className="max-h-48 overflow-y-auto border-line border-l-2 pl-3">
        {title && <UserText as="p" className="font-medium" text={title} />}
        <UserText as="p" className="prose-text" text={text} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => resolveConflict(draft, 'theirs')}>
          Use that text
        </Button>
        <Button size="sm" onClick={() => resolveConflict(draft, 'mine')}>
          Keep the text in the field
        </Button>
      </div>
    </section>
  );
}
