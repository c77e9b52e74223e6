import { session } from '../../ui/browser-storage';

/*
 * Drafts: form values that have not been submitted, stored per account and form in this tab's session storage, so that they survive an expired session or a
 * reload. Deleted when the form is submitted and when the member logs out.
 */
const prefix = 'draft:';

export type Draft = Record<string, string>;

export const readDraft = (key: string): Draft | undefined => session.getJson(prefix + key) as Draft | undefined;
export const saveDraft = (key: string, draft: Draft): void => void session.set(prefix + key, JSON.stringify(draft));
export const deleteDraft = (key: string): void => void session.set(prefix + key, null);

const submitListeners = new Set<(key: string, sent: Draft) => void>();

/** Subscribes to submitted forms. Returns a function that unsubscribes. */
export function subscribeSubmitted(listener: (key: string, sent: Draft) => void): () => void {
  submitListeners.add(listener);
  return () => void submitListeners.delete(listener);
}

/** Deletes the draft that was submitted and notifies forms that have restored it. Keeps a draft that has changed since. */
export function markSubmitted(key: string, sent: Draft): void {
  if (isEqual(readDraft(key), sent)) deleteDraft(key);
  for (const listener of submitListeners) listener(key, sent);
}

export const isEqual = (one: Draft | undefined, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

export function deleteAllDrafts(): void {
  for (const key of session.keys()) if (key.startsWith(prefix)) session.set(key, null);
}
