import type { DraftSummary } from '@dev-connector/contract';
import { local } from '../ui/browser/browser-storage';

/*
 * Drafts: form values that have not been submitted, in local storage per account and form, so that they survive a reload, an expired session and the end of the
 * browser. Tabs show the same draft of a form. The texts that the server stores too have more entries (synced-drafts.ts): the draft as the server has it, and
 * those that were sent and not yet answered.
 */
const prefix = 'draft:';
const syncedPrefix = 'synced-draft:';
const sentPrefix = 'sent-draft:';
const maxSent = 3;

/** Names the account whose drafts the offline page may show. */
const ownerKey = 'drafts-of';

export type Draft = Record<string, string>;

/** A draft as the server has it. */
export interface Synced {
  version: number;
  draft: Draft;
  /** When this browser saved it, in milliseconds since 1970; absent if it came from the server. */
  savedAt?: number;
}

export const draftKey = (accountId: string, form: string): string => `${accountId}:${form}`;

/** The form of a key. */
export const contextOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** The server's list of the member's drafts. */
export interface DraftList {
  /** Milliseconds since 1970. A draft that was saved later may be missing. */
  requestedAt: number;
  drafts: DraftSummary[];
}

/** Query key of the server's list of the member's drafts. */
export const draftsKey = ['drafts'];

const read = <T>(key: string): T | undefined => local.getJson(key) as T | undefined;

/** Stores a value, or removes it if it is undefined. If the storage is full or denied, the form still holds its values. */
const write = (key: string, value: unknown): boolean => local.set(key, value === undefined ? null : JSON.stringify(value));

export const readDraft = (key: string): Draft | undefined => read(prefix + key);

export function saveDraft(key: string, draft: Draft): void {
  const before = readDraft(key);
  write(ownerKey, key.split(':')[0]);
  write(prefix + key, draft);
  notify(key, draft, before);
}

export function deleteDraft(key: string): void {
  const before = readDraft(key);
  write(prefix + key, undefined);
  if (before) notify(key, undefined, before);
}

export const readSynced = (key: string): Synced | undefined => read(syncedPrefix + key);

export const writeSynced = (key: string, synced: Synced | undefined): boolean => write(syncedPrefix + key, synced);

/** The last drafts that this browser has sent without getting a response, because the connection failed or the page closed. */
export const readSent = (key: string): Draft[] => read(sentPrefix + key) ?? [];

export const writeSent = (key: string, drafts: Draft[] | undefined): boolean => write(sentPrefix + key, drafts?.slice(-maxSent));

/** Deletes a draft that the server has deleted. */
export function forgetDraft(key: string): void {
  writeSynced(key, undefined);
  writeSent(key, undefined);
  deleteDraft(key);
}

/** Called with the draft of a form now and before; undefined: there is none. `isOwn`: changed in this tab. */
type Listener = (key: string, now: Draft | undefined, before: Draft | undefined, isOwn: boolean) => void;
const listeners = new Set<Listener>();

function notify(key: string, now: Draft | undefined, before: Draft | undefined): void {
  for (const listener of listeners) listener(key, now, before, true);
}

/** Subscribes to changes of drafts in this tab and in others. Returns a function that unsubscribes. */
export function subscribeDrafts(listener: Listener): () => void {
  const parse = (text: string | null) => JSON.parse(text ?? 'null') ?? undefined;
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), parse(newValue), parse(oldValue), false);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Compares drafts. An empty value is like none: the server's draft lacks fields of the form. */
export const isEqual = (one: Draft | undefined, other: Draft | undefined): boolean => filled(one) === filled(other);

const filled = (draft: Draft | undefined) =>
  draft &&
  JSON.stringify(
    Object.entries(draft)
      .filter(([, value]) => value !== '')
      .sort(),
  );

/** Whether the server stores the drafts of this form, too. */
export const isSynced = (key: string): boolean => /^[^:]+:(post|(comment|reply|edit):[^:]+)$/.test(key);

/** Whether the server should have this draft, but has not confirmed it. */
export const isUnsaved = (key: string): boolean => isSynced(key) && !isEqual(readDraft(key), readSynced(key)?.draft);

/** The keys of the account's drafts, and of those that the server still has. */
export const draftKeys = (accountId: string): string[] => {
  const keys = storedKeys([prefix, syncedPrefix]).map(contextOf);
  return [...new Set(keys)].filter((key) => key.startsWith(`${accountId}:`));
};

const storedKeys = (prefixes: string[]): string[] => local.keys().filter((key) => prefixes.some((one) => key.startsWith(one)));

/** Deletes all drafts, except those for which `keeps` returns true. */
export function deleteAllDrafts(keeps: (key: string) => boolean = () => false): void {
  write(ownerKey, undefined);
  const stored = storedKeys([prefix, syncedPrefix, sentPrefix]);
  const keptContexts = new Set(stored.map(contextOf).filter(keeps)); // read before the loop, which deletes the entries of a draft one after the other
  for (const key of stored) if (!keptContexts.has(contextOf(key))) write(key, undefined);
}
