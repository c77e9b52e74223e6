import {
  type DraftSummary,
  deleteDraft,
  listDrafts,
  readDraft,
  type SentDraft,
  type Draft as ServerDraft,
  saveDraft,
  type Visibility,
} from '@dev-connector/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, statusOf } from '../../api/client';
import { api, isTransient } from '../../api/queries';
import { readToken, subscribeToken } from '../../api/token';
import { type FormDraft, isDiscarded } from './form-draft';
import { isLeft, pageId } from './pages';
import {
  accountOf,
  belongsTo,
  changeRecord,
  type DraftRecord,
  type Entry,
  type Fields,
  findRecords,
  isEqual,
  isStored,
  readRecord,
  subscribeRecords,
  writeRecord,
} from './records';
import { isText } from './stored-drafts';

/*
 * Saves the texts of posts and comments on the server, soon after they change. A record that is `dirty` differs from the server's copy, so that a page that was
 * closed meanwhile needs no special case: the next one sends it.
 */

/** Milliseconds between a change and its request. At most 50 requests a minute: the server accepts 60. */
const saveDelay = 1200;
const retryDelay = 5000;

/** Bytes that browsers send while a page closes (Fetch standard, keepalive). */
const maxKeepalive = 60_000;

/** Milliseconds that a text waits for the request that saves its draft. */
const maxWait = 2000;

/** Number of unanswered requests whose values are stored. */
const maxSent = 3;

export type DraftStatus =
  | { state: 'none' | 'unsaved' | 'saved' }
  /** `message`: why the server refuses the text. */
  | { state: 'failed'; message: string | undefined }
  /** Sent or discarded on another device. */
  | { state: 'gone' }
  | { state: 'conflict'; theirs: ServerDraft };

/** The server's list of the member's drafts. */
export interface DraftList {
  /** Milliseconds since 1970. A draft that was saved later may be missing. */
  requestedAt: number;
  drafts: DraftSummary[];
}

/** The server's list of the member's drafts. */
export const draftsQuery = queryOptions({
  queryKey: ['drafts'],
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
  /** Records whose texts are being sent. They are not saved meanwhile, which would create their drafts again. */
  readonly #sending = new Set<string>();
  /** When the server last confirmed a change of a context, in milliseconds since 1970. */
  readonly #confirmedAt = new Map<string, number>();

  constructor(accountId: string) {
    this.#accountId = accountId;
    if (typeof document === 'undefined') return;
    const token = readToken();
    // A request of another session never settles (api/client.ts).
    const unsubscribe = subscribeToken(() => {
      if (readToken() === token) return;
      unsubscribe();
      for (const id of this.#timers.keys()) this.#clearTimer(id);
    });
  }

  statusOf(id: string | undefined): DraftStatus {
    return this.#statuses.get(id ?? '') ?? none;
  }

  /** Calls `listener` when a status changes. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #setStatus(id: string, status: DraftStatus): void {
    this.#statuses.set(id, status);
    for (const listener of this.#listeners) listener();
  }

  #schedule(id: string, delay = saveDelay): void {
    if (this.#timers.has(id)) return;
    const run = () => {
      this.#timers.delete(id);
      void this.#sync(id);
    };
    this.#timers.set(id, setTimeout(run, delay));
  }

  #clearTimer(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Brings the server to the state of the record. Requests for one record run one after another. */
  #sync(id: string, keepalive = false): Promise<void> {
    this.#clearTimer(id);
    const run = (this.#running.get(id) ?? Promise.resolve())
      .then(() => this.#syncOnce(id, keepalive))
      .catch((error: unknown) => this.#onFailure(id, error));
    this.#running.set(id, run);
    return run;
  }

  async #syncOnce(id: string, keepalive: boolean): Promise<void> {
    if (this.#sending.has(id)) return;
    const record = readRecord(id);
    if (record?.dirty && this.statusOf(id).state === 'conflict') {
      if (!record.fields) this.#remove(id); // the other text stays a draft
      return;
    }
    if (record?.dirty) await (record.fields ? this.#save(id, record, record.fields, keepalive) : this.#delete(id, record));
    const now = readRecord(id);
    if (now?.dirty) this.#schedule(id);
    else this.#setStatus(id, now?.fields ? { state: 'saved' } : none);
  }

  async #save(id: string, { context, version, sent = [] }: DraftRecord, fields: Fields, keepalive: boolean): Promise<void> {
    changeRecord(id, { sent: [...sent, fields].slice(-maxSent) });
    const saved = await save(context, fields, version, keepalive);
    this.#confirmedAt.set(context, Date.now());
    changeRecord(id, { version: saved, sent: undefined, dirty: readRecord(id)?.fields !== fields });
  }

  async #delete(id: string, { context, ...record }: DraftRecord): Promise<void> {
    const version = record.version ?? (await this.#versionOf(context, record.sent));
    if (version !== undefined) await api(deleteDraft, { params: { context }, query: { version }, keepalive: true });
    this.#confirmedAt.set(context, Date.now());
    if (readRecord(id)?.fields) changeRecord(id, { version: undefined, sent: undefined });
    else this.#remove(id);
  }

  /**
   * Sends the text of a form. `request` gets the server's copy of its draft, to name it in the request, which deletes it. If the response to the last change of the
   * draft is missing, that version is unknown: then the copy is deleted as after `eraseRecord`. The record stays if `request` fails.
   */
  async send(id: string | undefined, request: (draft?: SentDraft) => Promise<unknown>): Promise<void> {
    if (id === undefined) return void (await request());
    this.#clearTimer(id);
    this.#sending.add(id);
    try {
      const saved = this.#running.get(id)?.catch(() => undefined);
      await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, maxWait))]);
      const { context = '', version } = readRecord(id) ?? {};
      try {
        await request(version === undefined ? undefined : { context, version });
      } catch (error) {
        // The server may have accepted the text, and then it has deleted the copy: the text is saved again until a repeated request succeeds.
        if (error instanceof ApiError && isTransient(error)) changeRecord(id, { dirty: true });
        throw error;
      }
      const now = readRecord(id);
      if (version === undefined || now?.version !== version || now.sent) return;
      this.#confirmedAt.set(context, Date.now());
      changeRecord(id, { version: undefined, dirty: true });
    } finally {
      this.#sending.delete(id);
      if (readRecord(id)?.dirty) this.#schedule(id);
    }
  }

  /** The version of a draft that was created without getting the response. */
  async #versionOf(context: string, sent: Fields[] = []): Promise<number | undefined> {
    try {
      const { data } = await api(readDraft, { params: { context } });
      return isSentBefore(sent, data) ? data.version : undefined;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  #remove(id: string): void {
    writeRecord(id, undefined);
    this.#setStatus(id, none);
  }

  #onFailure(id: string, error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.#setStatus(id, { state: 'failed', message: undefined });
      throw error;
    }
    const record = readRecord(id);
    const theirs = error.status === 409 && (error.current as ServerDraft | undefined);
    if (!record) return;
    if (theirs && isSentBefore(record.sent, theirs)) this.#replace(id, theirs);
    else if (theirs && !record.fields) this.#remove(id);
    else if (theirs) this.#setStatus(id, { state: 'conflict', theirs });
    else {
      this.#setStatus(id, { state: 'failed', message: isTransient(error) ? undefined : error.message });
      if (isTransient(error)) this.#schedule(id, Math.max(retryDelay, 1000 * (error.retryAfter ?? 0)));
    }
  }

  /** Sends the record in place of the server's draft. */
  #replace(id: string, { version }: ServerDraft): void {
    changeRecord(id, { version, dirty: true });
    void this.#sync(id);
  }

  /** Ends a conflict in favor of the text in the form. */
  keep(id: string): void {
    const status = this.statusOf(id);
    if (status.state !== 'conflict') return;
    this.#setStatus(id, { state: 'unsaved' });
    this.#replace(id, status.theirs);
  }

  /** Ends a conflict after the form was filled with the other text. */
  use(id: string, fields: Fields): void {
    const status = this.statusOf(id);
    if (status.state !== 'conflict') return;
    this.#clearTimer(id);
    changeRecord(id, { fields, version: status.theirs.version, sent: undefined, dirty: false });
    this.#setStatus(id, { state: 'saved' });
  }

  /** Brings a form's draft to the state of the server's list. Changes of this device are sent, and may conflict. A form that the member has changed is not filled. */
  async pull(draft: FormDraft, { drafts, requestedAt }: DraftList): Promise<void> {
    await draft.restore();
    const { id } = draft.state;
    const record = readRecord(id);
    const isOutdated = (context: string) => requestedAt <= (this.#confirmedAt.get(context) ?? 0);
    if (id === undefined || !record)
      return this.#receive(
        draft,
        drafts.filter(({ context }) => !isOutdated(context)),
      );
    if (isOutdated(record.context) || this.#sending.has(id)) return;
    const summary = drafts.find(({ context }) => context === record.context);
    const status = this.statusOf(id);
    if (record.dirty) {
      if (status.state === 'conflict' && summary?.version !== status.theirs.version) this.#setStatus(id, { state: 'unsaved' });
      return this.#sync(id);
    }
    if (summary?.version === record.version) return this.#setStatus(id, { state: 'saved' });
    if (!summary) return draft.isTouched ? this.#setStatus(id, { state: 'gone' }) : draft.drop();
    const theirs = await read(record.context);
    const now = readRecord(id);
    if (!theirs || !now?.fields || draft.state.id !== id || isOutdated(record.context)) return;
    if (now.dirty) return this.#sync(id);
    if (draft.isTouched) return this.#setStatus(id, { state: 'conflict', theirs });
    const fields = fieldsOf(theirs, now.fields);
    draft.fill(fields);
    changeRecord(id, { fields, version: theirs.version });
    this.#setStatus(id, { state: 'saved' });
  }

  /** Fills an unused form with the newest draft that only the server has. */
  async #receive(draft: FormDraft, drafts: DraftSummary[]): Promise<void> {
    const { place } = draft;
    if (!place) return;
    const { accountId, name, continued } = place;
    const isElsewhere = (context: string) => findRecords(accountId, (record) => record.context === context).length > 0;
    const candidates = drafts.filter(
      ({ context }) => belongsTo(name, context) && !isElsewhere(context) && !isDiscarded(accountId, context),
    );
    const chosen = candidates.find(({ context }) => context === continued) ?? candidates[0];
    if (!chosen || !draft.isFresh) return;
    const theirs = await read(chosen.context);
    if (!theirs || !draft.isFresh || draft.place !== place || isElsewhere(chosen.context)) return;
    draft.receive(theirs.context, fieldsOf(theirs), theirs.version);
    if (draft.state.id) this.#setStatus(draft.state.id, { state: 'saved' });
  }

  /** Sends all texts that the server lacks, except those that another tab edits. */
  async flush(): Promise<void> {
    const dirty = findRecords(this.#accountId, ({ context, dirty }) => dirty && isText(context));
    const send = async ([id, record]: Entry) => (await isLeft(record)) && this.#sync(id);
    await Promise.all(dirty.map(send));
  }

  /** Saves drafts from now on. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = subscribeRecords((id, now, before, isOwn) => {
      if (!isOwn || !now?.dirty || now.fields === before?.fields || !isText(now.context) || accountOf(id) !== this.#accountId) return;
      if (this.statusOf(id).state !== 'conflict') this.#setStatus(id, { state: 'unsaved' });
      this.#schedule(id, now.fields ? saveDelay : 0);
    });
    const ownDirty = () => findRecords(this.#accountId, ({ context, dirty, owner }) => dirty && owner === pageId && isText(context));
    const onHidden = () => {
      if (document.visibilityState === 'hidden') for (const id of this.#timers.keys()) void this.#sync(id, true);
    };
    const onOnline = () => void this.flush();
    const onBeforeUnload = (event: Event) => {
      if (ownDirty().some(([id, { fields }]) => fields && !isStored(id))) event.preventDefault(); // asks, because the text would be lost
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('online', onOnline);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }
}

const isSentBefore = (sent: Fields[] | undefined, theirs: ServerDraft) =>
  sent?.some((fields) => isEqual(textFields(fields), fieldsOf(theirs)));

/** The fields that the server stores. */
const textFields = ({ text = '', title = '', tags = '', visibility = '' }: Fields): Fields => ({ text, title, tags, visibility });

/** Reads a draft; undefined if it was deleted since or the server cannot be reached. */
export async function read(context: string): Promise<ServerDraft | undefined> {
  try {
    return (await api(readDraft, { params: { context } })).data;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function save(context: string, fields: Fields, version: number | undefined, keepalive: boolean): Promise<number> {
  const { text = '', title, tags, visibility } = fields;
  const body = {
    text: text.toWellFormed(),
    ...(title && { title: title.toWellFormed() }),
    ...(tags && { tags: tags.toWellFormed() }),
    ...(visibility && { visibility: visibility as Visibility }),
    ...(version && { version }),
  };
  const isSmall = keepalive && text.length * 3 < maxKeepalive;
  return (await api(saveDraft, { params: { context }, body, keepalive: isSmall })).data.version;
}

/** `shape`: the fields of the form, in which those that the other device emptied must be emptied, too. */
export const fieldsOf = ({ text, title, tags, visibility }: ServerDraft, shape: Fields = {}): Fields => ({
  ...('title' in shape && { title: '' }),
  ...('tags' in shape && { tags: '' }),
  ...(title && { title }),
  ...(tags && { tags }),
  ...(visibility && { visibility }),
  text,
});
