/** Where the session's token is kept (spec section 9). */
const key = 'token';

type Listener = () => void;
const listeners = new Set<Listener>();

/** The server has said that a token is no longer good, and there has been none since. */
let refused = false;

/** The token in local storage; null for a visitor, and where storage is closed to us. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps the token; false where the browser does not let us, because its storage is closed or full. */
export function storeToken(token: string): boolean {
  try {
    localStorage.setItem(key, token);
  } catch {
    return false;
  }
  refused = false;
  for (const listener of listeners) listener();
  return true;
}

/** Forgets the token; given one, only if it is still that one: a late refusal must not end a newer session. */
export function clearToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  try {
    localStorage.removeItem(key);
  } catch {
    // closed storage holds no token
  }
  for (const listener of listeners) listener();
}

/** The server says that this session is over, ended elsewhere or expired: its token is forgotten, and the page says why (SessionOver.tsx). */
export function refuseToken(token: string | null): void {
  if (readToken() !== token) return; // of a session that another has replaced
  refused = true;
  clearToken();
}

/** Whether this page's session was ended by the server, and nobody has signed in or been told of it since. */
export const wasRefused = (): boolean => refused && readToken() === null;

/** Whoever was signed out knows it now. */
export function forgetRefusal(): void {
  refused = false;
  for (const listener of listeners) listener();
}

/** Calls back when the token may have changed: here, in another tab, or while the page stood in the browser's history. */
export function subscribeToken(listener: Listener): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', otherTab);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
    window.removeEventListener('pageshow', listener);
  };
}
