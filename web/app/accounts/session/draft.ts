/*
 * What a member has typed and not sent: kept in this tab's session storage for each account and form, so that an expired session, a reload or a wrong
 * click costs nobody a text. Gone when it is sent, and when its author logs out.
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
    // storage is full or closed: the text still stands in its field
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // nothing was kept either
  }
}

const sentListeners = new Set<(key: string, sent: Draft) => void>();

/** Calls the listener with whatever was sent, by whichever form; gives the way to stop that. */
export function onSent(listener: (key: string, sent: Draft) => void): () => void {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
}

/** What was sent is no draft any more, here and in a form that has taken it up meanwhile; what else was typed since is. */
export function noteSent(key: string, sent: Draft): void {
  if (isSame(readDraft(key), sent)) dropDraft(key);
  for (const listener of sentListeners) listener(key, sent);
}

export const isSame = (one: Draft | undefined, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // nothing was kept either
  }
}
