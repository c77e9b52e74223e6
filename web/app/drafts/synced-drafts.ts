import {
  type DraftSummary,
  deleteDraft as deleteDraftCall,
  listDrafts,
  readDraft as readDraftCall,
  type Draft as ServerDraft,
  saveDraft as saveDraftCall,
} from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { readToken, subscribeToken } from '../accounts/session/token';
import { ApiError } from '../api/client';
import { api, isTransient } from '../api/queries';
import {
  contextOf,
  type Draft,
  draftKeys,
  draftsKey,
  forgetDraft,
  isEqual,
  isSynced,
  isUnsaved,
  readDraft,
  readSynced,
  saveDraft,
  subscribeDrafts,
  writeSynced,
} from './local-drafts';

/*
 * Saves the drafts of posts and comments on the server, soon after they change in this tab. A draft and the last state that the server confirmed
 * (`readSynced`) are compared, so that a page that was closed meanwhile, or a lost response, needs no special case.
 */

/** Milliseconds between a change and its request. At most 50 requests a minute: the server accepts 60. */
const saveDelay = 1200;
const retryDelay = 5000;

/** Bytes that browsers send while a page closes (Fetch standard, keepalive). */
const maxKeepalive = 60_000;

export type DraftStatus = { state: 'none' | 'unsaved' | 'saved' | 'failed' } | { state: 'conflict'; theirs: ServerDraft };

const none: DraftStatus = { state: 'none' };
const statuses = new Map<string, DraftStatus>();
const statusListeners = new Set<() => void>();

export const statusOf = (key: string): DraftStatus => statuses.get(key) ?? none;

export function subscribeStatus(listener: () => void): () => void {
  statusListeners.add(listener);
  return () => void statusListeners.delete(listener);
}

function setStatus(key: string, status: DraftStatus): void {
  statuses.set(key, status);
  for (const listener of statusListeners) listener();
}

/** The server's list of the member's drafts. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async ({ signal }) => (await api(listDrafts, { signal })).data,
});

let token = readToken();

// A request of another session never settles (api/client.ts).
if (typeof document !== 'undefined')
  subscribeToken(() => {
    if (readToken() === token) return;
    token = readToken();
    for (const key of timers.keys()) clearTimer(key);
    running.clear();
    statuses.clear();
  });

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const running = new Map<string, Promise<void>>();

function schedule(key: string, delay = saveDelay): void {
  if (timers.has(key)) return;
  const run = () => {
    timers.delete(key);
    void sync(key);
  };
  timers.set(key, setTimeout(run, delay));
}

function clearTimer(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

/** Brings the server to the state of local storage. Requests for one draft run one after another. */
function sync(key: string, keepalive = false): Promise<void> {
  clearTimer(key);
  const run = (running.get(key) ?? Promise.resolve()).then(() => syncOnce(key, keepalive)).catch(() => setStatus(key, { state: 'failed' }));
  running.set(key, run);
  return run;
}

async function syncOnce(key: string, keepalive: boolean): Promise<void> {
  const now = readDraft(key);
  const synced = readSynced(key);
  if (isEqual(now, synced?.draft)) return setStatus(key, now ? { state: 'saved' } : none);
  const status = statusOf(key);
  if (status.state === 'conflict') return now ? undefined : adopt(key, status.theirs); // the text of this device was sent or discarded
  try {
    if (now) writeSynced(key, { version: await save(key, now, synced?.version, keepalive), draft: now });
    else if (synced) {
      await api(deleteDraftCall, { params: { context: contextOf(key) }, query: { version: synced.version }, keepalive: true });
      writeSynced(key, undefined);
    }
    if (!isEqual(readDraft(key), now)) schedule(key);
    else setStatus(key, now ? { state: 'saved' } : none);
  } catch (error) {
    if (error instanceof ApiError) return onFailure(key, now, error);
    throw error;
  }
}

async function save(key: string, { text = '', title }: Draft, version: number | undefined, keepalive: boolean): Promise<number> {
  const body = { text: text.toWellFormed(), ...(title && { title: title.toWellFormed() }), ...(version && { version }) };
  const isSmall = keepalive && text.length * 3 < maxKeepalive;
  return (await api(saveDraftCall, { params: { context: contextOf(key) }, body, keepalive: isSmall })).data.version;
}

function onFailure(key: string, now: Draft | undefined, error: ApiError): void {
  const theirs = error.status === 409 && (error.current as ServerDraft | undefined);
  if (theirs && !now)
    adopt(key, theirs); // written on while this device sent or discarded the text
  else if (theirs) setStatus(key, { state: 'conflict', theirs });
  else {
    setStatus(key, { state: 'failed' });
    if (isTransient(error)) schedule(key, Math.max(retryDelay, 1000 * (error.retryAfter ?? 0)));
  }
}

const toDraft = ({ text, title }: ServerDraft, shape: Draft = {}): Draft => ({
  ...('title' in shape && { title: '' }),
  ...(title && { title }),
  text,
  ...(shape.visibility && { visibility: shape.visibility }), // which the server does not store
});

/** Replaces the local draft by the server's. */
function adopt(key: string, theirs: ServerDraft): void {
  const draft = toDraft(theirs, readDraft(key));
  writeSynced(key, { version: theirs.version, draft });
  saveDraft(key, draft);
  setStatus(key, { state: 'saved' });
}

/** Ends a conflict with one of the two texts. */
export function resolveConflict(key: string, keeps: 'mine' | 'theirs'): void {
  const status = statusOf(key);
  if (status.state !== 'conflict') return;
  setStatus(key, { state: 'unsaved' });
  if (keeps === 'theirs') adopt(key, status.theirs);
  else {
    writeSynced(key, { version: status.theirs.version, draft: toDraft(status.theirs) });
    void sync(key);
  }
}

/** Brings a form's draft to the newest state of the server's list, unless it has changes of this device: these are sent, and may conflict. */
export async function pull(key: string, list: DraftSummary[]): Promise<void> {
  const synced = readSynced(key);
  const summary = list.find(({ context }) => context === contextOf(key));
  if (isUnsaved(key)) return sync(key);
  if (summary && summary.version !== synced?.version) {
    try {
      const { data } = await api(readDraftCall, { params: { context: contextOf(key) } });
      if (isUnsaved(key)) await sync(key);
      else adopt(key, data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // deleted since, or not reachable
    }
  } else if (!summary && synced) {
    forgetDraft(key); // sent or discarded on another device
  }
}

/** Sends all drafts of the account that have changed since the server confirmed them. */
export const flushDrafts = async (accountId: string): Promise<void> => {
  await Promise.all(
    draftKeys(accountId)
      .filter(isUnsaved)
      .map((key) => sync(key)),
  );
};

/** Saves drafts from now on, while the caller is mounted. */
export function keepSynced(accountId: string): () => void {
  const unsubscribe = subscribeDrafts((key, now, _before, isOwn) => {
    if (!isOwn || !isSynced(key) || isEqual(now, readSynced(key)?.draft)) return;
    if (statusOf(key).state !== 'conflict') setStatus(key, { state: 'unsaved' });
    schedule(key, now ? saveDelay : 0);
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') for (const key of timers.keys()) void sync(key, true);
  };
  const onOnline = () => void flushDrafts(accountId);
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('online', onOnline);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('online', onOnline);
  };
}
