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

export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // nothing was kept either
  }
}
