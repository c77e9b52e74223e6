import {
  deleteDraft as deleteDraftCall,
  listDrafts,
  readDraft as readDraftCall,
  type Draft as ServerDraft,
  saveDraft as saveDraftCall,
  type Visibility,
} from '@dev-connector/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readToken, subscribeToken } from '../accounts/session/token';
import { ApiError } from '../api/client';
import { api, isTransient } from '../api/queries';
import {
  contextOf,
  type Draft,
  type DraftList,
  draftKeys,
  draftsKey,
  forgetDraft,
  isEqual,
  isSynced,
  isUnsaved,
  readDraft,
  readSent,
  readSynced,
  saveDraft,
  subscribeDrafts,
  writeSent,
  writeSynced,
} from './local-drafts';

/*
 * Saves the drafts of posts and comments on the server, soon after they change in this tab. A draft and the last state that the server confirmed
 * (`readSynced`) are compared, so that a page that was closed meanwhile needs no special case. A draft on the server that this browser has sent without getting the
 * response (`readSent`) is no conflict.
 */

/** Milliseconds between a change and its request. At most 50 requests a minute: the server accepts 60. */
const saveDelay = 1200;
const retryDelay = 5000;

/** Bytes that browsers send while a page closes (Fetch standard, keepalive). */
const maxKeepalive = 60_000;

export type DraftStatus = { state: 'none' | 'unsaved' | 'saved' | 'failed' } | { state: 'conflict'; theirs: ServerDraft };

/** The server's list of the member's drafts. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async ({ signal }): Promise<DraftList> => {
    const requestedAt = Date.now();
    return { requestedAt, drafts: (await api(listDrafts, { signal })).data };
  },
});

/** Returns the synchronization of an account's drafts, which the page's query client holds until the session ends. */
export function draftSyncOf(queries: QueryClient, accountId: string): DraftSync {
  const options = { queryKey: ['draft sync', accountId], gcTime: Number.POSITIVE_INFINITY };
  const query = queries.getQueryCache().build<DraftSync>(queries, options);
  if (!query.state.data) query.setData(new DraftSync(accountId));
  return query.state.data as DraftSync;
}

const none: DraftStatus = { state: 'none' };

/** The requests of an account's drafts in this tab, and what the forms show of them. */
export class DraftSync {
  readonly #accountId: string;
  readonly #statuses = new Map<string, DraftStatus>();
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #running = new Map<string, Promise<void>>();
  /** When the server last confirmed a draft or its deletion, in milliseconds since 1970. */
  readonly #confirmedAt = new Map<string, number>();

  constructor(accountId: string) {
    this.#accountId = accountId;
    if (typeof document === 'undefined') return;
    const token = readToken();
    // A request of another session never settles (api/client.ts).
    const unsubscribe = subscribeToken(() => {
      if (readToken() === token) return;
      unsubscribe();
      for (const key of this.#timers.keys()) this.#clearTimer(key);
    });
  }

  statusOf(key: string): DraftStatus {
    return this.#statuses.get(key) ?? none;
  }

  /** Calls `listener` when a status changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #setStatus(key: string, status: DraftStatus): void {
    this.#statuses.set(key, status);
    for (const listener of this.#listeners) listener();
  }

  #schedule(key: string, delay = saveDelay): void {
    if (this.#timers.has(key)) return;
    const run = () => {
      this.#timers.delete(key);
      void this.#sync(key);
    };
    this.#timers.set(key, setTimeout(run, delay));
  }

  #clearTimer(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  /** Brings the server to the state of local storage. Requests for one draft run one after another. */
  #sync(key: string, keepalive = false): Promise<void> {
    this.#clearTimer(key);
    const run = (this.#running.get(key) ?? Promise.resolve())
      .then(() => this.#syncOnce(key, keepalive))
      .catch(() => this.#setStatus(key, { state: 'failed' }));
    this.#running.set(key, run);
    return run;
  }

  async #syncOnce(key: string, keepalive: boolean): Promise<void> {
    const now = readDraft(key);
    const synced = readSynced(key);
    if (isEqual(now, synced?.draft)) return this.#setStatus(key, now ? { state: 'saved' } : none);
    const sent = readSent(key);
    const status = this.statusOf(key);
    if (status.state === 'conflict') return now ? undefined : this.#adopt(key, status.theirs); // the text of this device was sent or discarded
    try {
      if (now) {
        writeSent(key, [...sent, now]);
        writeSynced(key, { version: await save(key, now, synced?.version, keepalive), draft: now, savedAt: Date.now() });
      } else if (synced) {
        await api(deleteDraftCall, { params: { context: contextOf(key) }, query: { version: synced.version }, keepalive: true });
        writeSynced(key, undefined);
      }
      writeSent(key, undefined);
      this.#confirmedAt.set(key, Date.now());
      if (!isEqual(readDraft(key), now)) this.#schedule(key);
      else this.#setStatus(key, now ? { state: 'saved' } : none);
    } catch (error) {
      if (error instanceof ApiError) return this.#onFailure(key, { now, sent }, error);
      throw error;
    }
  }

  /** `sent`: drafts sent before without a response. */
  #onFailure(key: string, { now, sent }: { now: Draft | undefined; sent: Draft[] }, error: ApiError): void {
    const theirs = error.status === 409 && (error.current as ServerDraft | undefined);
    if (theirs && sent.some((draft) => isEqual(draft, toDraft(theirs)))) this.#replace(key, theirs);
    else if (theirs && !now)
      this.#adopt(key, theirs); // written on while this device sent or discarded the text
    else if (theirs) this.#setStatus(key, { state: 'conflict', theirs });
    else {
      this.#setStatus(key, { state: 'failed' });
      if (isTransient(error)) this.#schedule(key, Math.max(retryDelay, 1000 * (error.retryAfter ?? 0)));
    }
  }

  /** Sends the state of local storage in place of a draft that the server has. */
  #replace(key: string, theirs: ServerDraft): void {
    writeSynced(key, { version: theirs.version, draft: toDraft(theirs) });
    void this.#sync(key);
  }

  /** Replaces the local draft by the server's. */
  #adopt(key: string, theirs: ServerDraft): void {
    const draft = toDraft(theirs, readDraft(key));
    writeSynced(key, { version: theirs.version, draft });
    writeSent(key, undefined); // a draft of another device that has the same text again is theirs
    saveDraft(key, draft);
    this.#setStatus(key, { state: 'saved' });
  }

  /** Ends a conflict with one of the two texts. */
  resolveConflict(key: string, keeps: 'mine' | 'theirs'): void {
    const status = this.statusOf(key);
    if (status.state !== 'conflict') return;
    this.#setStatus(key, { state: 'unsaved' });
    if (keeps === 'theirs') this.#adopt(key, status.theirs);
    else this.#replace(key, status.theirs);
  }

  /** Brings a form's draft to the newest state of the server's list, unless it has changes of this device: these are sent, and may conflict. */
  async pull(key: string, { drafts, requestedAt }: DraftList): Promise<void> {
    const isOutdated = () => requestedAt <= (this.#confirmedAt.get(key) ?? 0);
    const synced = readSynced(key);
    const summary = drafts.find(({ context }) => context === contextOf(key));
    if (isUnsaved(key)) return this.#sync(key);
    if (isOutdated()) return;
    if (summary && summary.version !== synced?.version) {
      try {
        const { data } = await api(readDraftCall, { params: { context: contextOf(key) } });
        if (isUnsaved(key)) await this.#sync(key);
        else if (readSent(key).some((draft) => isEqual(draft, toDraft(data))))
          this.#replace(key, data); // sent or discarded since
        else if (!isOutdated()) this.#adopt(key, data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // deleted since, or not reachable
      }
    } else if (!summary && synced && (synced.savedAt ?? 0) < requestedAt) {
      forgetDraft(key); // sent or discarded on another device
    }
  }

  /** Sends all drafts that have changed since the server confirmed them. */
  async flush(): Promise<void> {
    const unsaved = draftKeys(this.#accountId).filter(isUnsaved);
    await Promise.all(unsaved.map((key) => this.#sync(key)));
  }

  /** Saves drafts from now on. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = subscribeDrafts((key, now, _before, isOwn) => {
      if (!isOwn || !isSynced(key) || isEqual(now, readSynced(key)?.draft)) return;
      if (this.statusOf(key).state !== 'conflict') this.#setStatus(key, { state: 'unsaved' });
      this.#schedule(key, now ? saveDelay : 0);
    });
    const onHidden = () => {
      if (document.visibilityState === 'hidden') for (const key of this.#timers.keys()) void this.#sync(key, true);
    };
    const onOnline = () => void this.flush();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', onOnline);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', onOnline);
    };
  }
}

async function save(
  key: string,
  { text = '', title, tags, visibility }: Draft,
  version: number | undefined,
  keepalive: boolean,
): Promise<number> {
  const body = {
    text: text.toWellFormed(),
    ...(title && { title: title.toWellFormed() }),
    ...(tags && { tags: tags.toWellFormed() }),
    ...(visibility && { visibility: visibility as Visibility }),
    ...(version && { version }),
  };
  const isSmall = keepalive && text.length * 3 < maxKeepalive;
  return (await api(saveDraftCall, { params: { context: contextOf(key) }, body, keepalive: isSmall })).data.version;
}

/** `shape`: the draft in the form, whose fields that the other device emptied must be emptied, too. */
const toDraft = ({ text, title, tags, visibility }: ServerDraft, shape: Draft = {}): Draft => ({
  ...('title' in shape && { title: '' }),
  ...('tags' in shape && { tags: '' }),
  ...(title && { title }),
  ...(tags && { tags }),
  ...(visibility && { visibility }),
  text,
});
