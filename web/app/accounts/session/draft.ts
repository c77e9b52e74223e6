/*
 * Drafts: form values that have not been submitted, stored per account and form in this tab's session storage, so that they survive an expired session or a
 * reload. Deleted when the form is submitted and when the member logs out.
 */
const prefix = 'draft:';

export type Draft = Record<string, string>;

export function readDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // storage is full or unavailable: the form still holds its values
  }
}

export function deleteDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // storage is unavailable, so there is no draft
  }
}

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
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // storage is unavailable, so there is no draft
  }
}
