import { local } from '../ui/browser/browser-storage';
import { createListeners } from '../ui/browser/listeners';

/** Local storage key of the session token. */
const key = 'token';

/** Local storage key of the feed that /dev/posts shows the member (features/follows/own-follows.ts), which the first script of the page reads too. */
export const homeFeedKey = 'home-feed';

const listeners = createListeners(key);

/** Whether the server has rejected the last token, with no new one stored since. */
let rejected = false;

/** Whether this page has read a token since the last sign-out. */
let hadToken = false;

/** Returns the stored token, or null for a visitor or if local storage is unavailable. */
export function readToken(): string | null {
  const token = local.get(key);
  if (token !== null) {
    hadToken = true;
    rejected = false; // another tab may have stored it
  }
  return token;
}

/** Stores the token. Returns false if local storage is unavailable or full. */
export function storeToken(token: string): boolean {
  if (!local.set(key, token)) return false;
  local.set(homeFeedKey, null);
  rejected = false;
  listeners.notify();
  return true;
}

/** Removes the token; with `only`, just if that token is still stored, so that a late response cannot end a newer session. */
export function clearToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  local.set(key, null);
  local.set(homeFeedKey, null);
  hadToken = false;
  listeners.notify();
}

/** Handles a 401 response: removes the token and lets the page say that the session has ended (SessionEnded.tsx), unless it had none. */
export function rejectToken(token: string | null): void {
  if (readToken() !== token || !hadToken) return; // a newer session has replaced it, or a visitor's request
  rejected = true;
  clearToken();
}

/** Handles the end of a session that another tab has found, and whose token that tab may have removed. */
export function endSession(token: string): void {
  const stored = readToken();
  if (![token, null].includes(stored)) return; // a newer session has replaced it
  rejected = true;
  hadToken = false;
  if (stored !== null) clearToken();
  else listeners.notify(); // removes nothing: another tab may be storing the token of a newer session
}

/** Whether the server has ended this page's session and the member has neither signed in again nor dismissed the banner. */
export const wasSessionEnded = (): boolean => rejected && readToken() === null;

/** Dismisses the banner that says the session has ended. */
export function dismissSessionEnded(): void {
  rejected = false;
  listeners.notify();
}

/** Subscribes to token changes in this tab, in other tabs, and while the page was in the back/forward cache. */
export function subscribeToken(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  const onPageShow = ({ persisted }: PageTransitionEvent) => void (persisted && listener());
  window.addEventListener('pageshow', onPageShow);
  return () => {
    unsubscribe();
    window.removeEventListener('pageshow', onPageShow);
  };
}
