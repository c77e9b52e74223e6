import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { draftSyncOf, draftsQuery } from '../../drafts/synced-drafts';
import { Button } from '../../ui/Button';
import { OtherText } from './OtherText';
import { visibilityNames } from './VisibilitySelect';

/** Saves the draft on the server while its form is shown, and takes over what other devices have written. */
export function useSyncedDraft(accountId: string | undefined, key: string): void {
  const queries = useQueryClient();
  const sync = accountId === undefined ? undefined : draftSyncOf(queries, accountId);
  useEffect(() => {
    if (!sync) return;
    const refresh = async () => {
      if (document.visibilityState === 'visible') await sync.pull(key, await queries.fetchQuery({ ...draftsQuery, staleTime: 1000 }));
    };
    const tryRefresh = () => void refresh().catch(() => undefined); // without a connection the local draft is all there is
    const stop = sync.start();
    tryRefresh();
    document.addEventListener('visibilitychange', tryRefresh);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tryRefresh);
    };
  }, [queries, sync, key]);
}

/** The synchronization of the account whose draft this is, and the draft's status. */
function useDraftSync(key: string) {
  const sync = draftSyncOf(useQueryClient(), key.slice(0, key.indexOf(':')));
  const getStatus = () => sync.statusOf(key);
  const status = useSyncExternalStore((listener) => sync.subscribe(listener), getStatus, getStatus);
  return { sync, status };
}

const words = { none: '', unsaved: 'Saving…', saved: 'Saved', failed: 'Saved on this device only', conflict: '' };

/** Says in a word whether the text is safe. No live region: it changes while the author types. */
export const DraftState = ({ draft }: { draft: string }) => (
  <span className="text-muted text-sm">{words[useDraftSync(draft).status.state]}</span>
);

/** Shows the text of the other device and lets the author choose. Nothing is saved on the server until then. */
export function DraftConflict({ draft }: { draft: string }) {
  const { sync, status } = useDraftSync(draft);
  if (status.state !== 'conflict') return;
  const { title, text, tags, visibility } = status.theirs;
  return (
    <OtherText
      label="The text on another device"
      message="You have also written this on another device"
      title={title}
      text={text}
      details={[tags, visibility && visibilityNames[visibility]].filter(Boolean).join(' · ')}
    >
      <Button size="sm" onClick={() => sync.resolveConflict(draft, 'theirs')}>
        Use that text
      </Button>
      <Button size="sm" onClick={() => sync.resolveConflict(draft, 'mine')}>
        Keep the text in the field
      </Button>
    </OtherText>
  );
}
