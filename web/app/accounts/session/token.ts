/** Local storage key of the session token. */
const key = 'token';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Whether the server has rejected the last token, with no new one stored since. */
let rejected = false;

/** Returns the stored token, or null for a visitor or if local storage is unavailable. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the token. Returns false if local storage is unavailable or full. */
export function storeToken(token: string): boolean {
  try {
    localStorage.setItem(key, token);
  } catch {
    return false;
  }
  rejected = false;
  for (const listener of listeners) listener();
  return true;
}

/** Removes the token; with `only`, just if that token is still stored, so that a late response cannot end a newer session. */
export function clearToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  try {
    localStorage.removeItem(key);
  } catch {
    // unavailable storage holds no token
  }
  for (const listener of listeners) listener();
}

/** Handles a 401 response: removes the token and lets the page say that the session has ended (SessionEnded.tsx). */
export function rejectToken(token: string | null): void {
  if (readToken() !== token) return; // a newer session has replaced it
  rejected = true;
  clearToken();
}

/** Whether the server has ended this page's session and the member has neither signed in again nor dismissed the banner. */
export const wasSessionEnded = (): boolean => rejected && readToken() === null;

/** Dismisses the banner that says the session has ended. */
export function dismissSessionEnded(): void {
  rejected = false;
  for (const listener of listeners) listener();
}

/** Subscribes to token changes in this tab, in other tabs, and while the page was in the back/forward cache. */
export function subscribeToken(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', listener);
  };
}
