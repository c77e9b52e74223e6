import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import { valuesOf } from '../../../forms/form-values';
import { Button } from '../../../ui/Button';
import { useSession } from '../../accounts/session/session';
import { CopyText } from '../../drafts/CopyText';
import type { FormDraft } from '../../drafts/form-draft';
import { accountOf, isStored, readRecord } from '../../drafts/records';
import { type DraftStatus, type DraftSync, draftSyncOf, draftsQuery, fieldsOf } from '../../drafts/synced-drafts';
import { applyEdit } from './markdown/markdown-edits';
import { OtherText } from './OtherText';
import { visibilityNames } from './VisibilitySelect';

/** Saves the draft on the server while its form is shown, and takes over what other devices have written. */
function useSyncedDraft(draft: FormDraft): void {
  const queries = useQueryClient();
  const accountId = useSession().account?._id;
  useEffect(() => {
    if (accountId === undefined) return;
    const sync = draftSyncOf(queries, accountId);
    const refresh = async () => {
      if (document.visibilityState === 'visible') await sync.pull(draft, await queries.fetchQuery({ ...draftsQuery, staleTime: 1000 }));
    };
    const tryRefresh = () => void refresh().catch(() => undefined); // without a connection the local draft is all there is
    const stop = sync.start();
    void sync.flush();
    tryRefresh();
    document.addEventListener('visibilitychange', tryRefresh);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tryRefresh);
    };
  }, [queries, draft, accountId]);
}

/** Returns a function that sends the text of a draft (`DraftSync.send`). */
export function useSendWithDraft() {
  const queries = useQueryClient();
  return (draft: FormDraft | undefined, request: Parameters<DraftSync['send']>[1]): Promise<void> => {
    const id = draft?.state.id;
    return draftSyncOf(queries, accountOf(id ?? '')).send(id, request);
  };
}

/** The synchronization of the draft, and its status. */
function useDraftStatus({ state: { id } }: FormDraft): { sync: DraftSync; status: DraftStatus } {
  const sync = draftSyncOf(useQueryClient(), accountOf(id ?? ''));
  const getStatus = () => sync.statusOf(id);
  return { sync, status: useSyncExternalStore(sync.subscribe, getStatus, getStatus) };
}

const words = { none: '', unsaved: 'Saving…', saved: 'Saved', failed: 'Saved on this device only', conflict: '', gone: '' };

/** Says in a word whether the text is safe. No live region: it changes while the author types. */
export function DraftState({ draft }: { draft: FormDraft }) {
  const { state } = useDraftStatus(draft).status;
  const isLost = state === 'failed' && draft.state.id !== undefined && !isStored(draft.state.id);
  return <span className="text-muted text-sm">{isLost ? 'Not saved' : words[state]}</span>;
}

/** What the author has to know of the draft: that the server refuses it, or that it was changed, sent or discarded in another tab or on another device. */
export function DraftNotices({ draft }: { draft: FormDraft }) {
  useSyncedDraft(draft);
  const { sync, status } = useDraftStatus(draft);
  const { id } = draft.state;
  if (id === undefined) return;
  if (status.state === 'conflict') return <DraftConflict draft={draft} id={id} theirs={status.theirs} sync={sync} />;
  if (status.state === 'gone')
    return (
      <Notice message="This text was sent or discarded in another tab or on another device.">
        <Button size="sm" onClick={() => draft.drop()}>
          Empty the field
        </Button>
      </Notice>
    );
  if (status.state !== 'failed' || (isStored(id) && !status.message)) return;
  const reason = status.message
    ? `The site has not saved your text: ${status.message.replace(/\.$/, '')}.`
    : 'Your text could not be saved.';
  return (
    <Notice message={`${reason} ${isStored(id) ? 'It is stored in this browser.' : 'The storage of this browser is full or denied.'}`}>
      <CopyText text={() => readRecord(id)?.fields?.text ?? ''} />
    </Notice>
  );
}

const Notice = ({ message, children }: { message: string; children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken p-3 text-sm">
    <p role="alert" className="min-w-0 grow">
      {message}
    </p>
    {children}
  </div>
);

interface DraftConflictProps {
  draft: FormDraft;
  id: string;
  theirs: Extract<DraftStatus, { state: 'conflict' }>['theirs'];
  sync: DraftSync;
}

/** Shows the other text and lets the author choose. Nothing is saved on the server until then. */
function DraftConflict({ draft, id, theirs, sync }: DraftConflictProps) {
  const { title, text, tags, visibility } = theirs;

  /** The browser can undo the change of the text. */
  function use({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    if (!form) return;
    const area = form.elements.namedItem('text') as HTMLTextAreaElement;
    const { scrollX, scrollY } = window;
    applyEdit(area, { start: 0, end: area.value.length, text, select: [text.length, text.length] });
    window.scrollTo(scrollX, scrollY);
    draft.fill(fieldsOf(theirs, valuesOf(form)));
    sync.use(id, valuesOf(form));
  }

  return (
    <OtherText
      label="The text in another tab or on another device"
      message="You have also written this in another tab or on another device"
      title={title}
      text={text}
      details={[tags, visibility && visibilityNames[visibility]].filter(Boolean).join(' · ')}
    >
      <Button size="sm" onClick={use}>
        Use that text
      </Button>
      <Button size="sm" onClick={() => sync.keep(id)}>
        Keep the text in the field
      </Button>
    </OtherText>
  );
}
