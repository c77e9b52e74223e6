import { subscribeToken } from '../../api/token';
import { local } from '../../ui/browser/browser-storage';
import { newPageId } from './pages';
import { accountKey, isText, prefix } from './stored-drafts';

/*
 * Drafts: form values that have not been submitted. Each text in progress is one record, in memory and in local storage, so that it survives a reload, an expired
 * session and the end of the browser. A record belongs to the page that edits it (pages.ts), so that tabs never overwrite each other's texts. Texts that the server
 * stores, too, are synchronized by synced-drafts.ts.
 */

/** Value of each named control. */
export type Fields = Record<string, string>;

export interface DraftRecord {
  /** Name of the form; the context of a text that the server stores, too. */
  context: string;
  /** Absent after the text was sent or discarded, until the server has deleted its copy. */
  fields?: Fields | undefined;
  /** Version of the server's copy, if it has one. */
  version?: number | undefined;
  /** Whether the server lacks the last change. */
  dirty: boolean;
  /** The last values that were sent to the server without getting a response: if the server has them, they are no conflict. */
  sent?: Fields[] | undefined;
  /** Id of the page that edits it. */
  owner: string;
  /** Path of the screen that it was begun on. */
  path?: string;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** A record and its id (stored-drafts.ts). */
export type Entry = [id: string, record: DraftRecord];

/** Called after a change. `isOwn`: made in this tab. */
type Listener = (id: string, now: DraftRecord | undefined, before: DraftRecord | undefined, isOwn: boolean) => void;
const listeners = new Set<Listener>();

let records: Map<string, DraftRecord> | undefined;
/** Records whose last change is in memory only, because the storage is full or denied. */
const unstored = new Set<string>();

function all(): Map<string, DraftRecord> {
  if (records) return records;
  records = new Map();
  for (const key of local.keys()) {
    const record = key.startsWith(prefix) && asRecord(local.getJson(key));
    if (record) records.set(key.slice(prefix.length), record);
  }
  takeOverOldDrafts();
  return records;
}

const asRecord = (value: unknown): DraftRecord | undefined =>
  typeof (value as DraftRecord | undefined)?.context === 'string' ? (value as DraftRecord) : undefined;

/** Converts the drafts that earlier releases stored in up to three entries per form. */
function takeOverOldDrafts(): void {
  const [drafts, synced, sent] = ['draft:', 'synced-draft:', 'sent-draft:'] as const;
  const found = local.keys().flatMap((key) => [drafts, synced].flatMap((one) => (key.startsWith(one) ? key.slice(one.length) : [])));
  for (const name of new Set(found)) {
    const [accountId = '', ...context] = name.split(':');
    const fields = local.getJson(drafts + name) as Fields | undefined;
    const confirmed = local.getJson(synced + name) as { version: number; draft: Fields } | undefined;
    writeRecord(newRecordId(accountId, context.join(':')), {
      context: context.join(':'),
      fields,
      version: confirmed?.version,
      dirty: !isEqual(fields, confirmed?.draft),
      sent: local.getJson(sent + name) as Fields[] | undefined,
      owner: '',
      changedAt: Date.now(),
    });
    if (unstored.size === 0) for (const one of [drafts, synced, sent]) local.set(one + name, null);
  }
}

export const readRecord = (id: string | undefined): DraftRecord | undefined => (id === undefined ? undefined : all().get(id));

/** Stores a record, or removes it. */
export function writeRecord(id: string, record: DraftRecord | undefined): void {
  const before = all().get(id);
  if (record) all().set(id, record);
  else all().delete(id);
  if (record) local.set(accountKey, JSON.stringify(accountOf(id)));
  if (local.set(prefix + id, record ? JSON.stringify(record) : null) || !record) unstored.delete(id);
  else unstored.add(id);
  for (const listener of listeners) listener(id, record, before, true);
}

export function changeRecord(id: string, change: Partial<DraftRecord>): void {
  const record = all().get(id);
  if (record) writeRecord(id, { ...record, ...change });
}

/** Removes a text that was sent or discarded; first on the server, if it has a copy. */
export function eraseRecord(id: string): void {
  const record = all().get(id);
  if (record && isText(record.context) && (record.version ?? record.sent)) writeRecord(id, { ...record, fields: undefined, dirty: true });
  else writeRecord(id, undefined);
}

/** Whether the record would survive the end of the page. */
export const isStored = (id: string): boolean => !unstored.has(id);

/** Subscribes to changes in this tab and in others. Returns a function that unsubscribes. */
export function subscribeRecords(listener: Listener): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(prefix)) return;
    const id = key.slice(prefix.length);
    listener(id, asRecord(JSON.parse(newValue ?? 'null')), undefined, false);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Reads the local storage again, which the end of a session has changed. */
function reload(): void {
  const kept = [...all()].filter(([id]) => unstored.has(id));
  records = undefined;
  for (const [id, record] of kept) all().set(id, record);
}

// Before all other listeners, so that they read the new state.
if (typeof window !== 'undefined') {
  subscribeToken(reload);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null) reload();
    if (!key?.startsWith(prefix)) return;
    const record = asRecord(JSON.parse(newValue ?? 'null'));
    if (record) all().set(key.slice(prefix.length), record);
    else all().delete(key.slice(prefix.length));
  });
}

export const newRecordId = (accountId: string, context: string): string => `${accountId}:${context}#${newPageId()}`;

export const accountOf = (id: string): string => id.slice(0, id.indexOf(':'));

/** An account's records for which `test` returns true, the last changed first. */
export const findRecords = (accountId: string, test: (record: DraftRecord) => boolean): Entry[] =>
  [...all()].filter(([id, record]) => accountOf(id) === accountId && test(record)).sort(([, a], [, b]) => b.changedAt - a.changedAt);

/** Removes all texts of a form. */
export function eraseDrafts(accountId: string, context: string): void {
  for (const [id] of findRecords(accountId, (record) => record.context === context)) eraseRecord(id);
}

/** Whether a draft with this context belongs in a form. Several new posts can be in progress. */
export const belongsTo = (form: string, context: string): boolean => context === form || (form === 'post' && context.startsWith('post:'));

/** Compares drafts. An empty value is like none: the server's draft lacks fields of the form. */
export const isEqual = (one: Fields | undefined, other: Fields | undefined): boolean => one === other || filled(one) === filled(other);

const filled = (fields: Fields | undefined) =>
  fields &&
  JSON.stringify(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .sort(),
  );
