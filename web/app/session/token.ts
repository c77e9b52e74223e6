/** Where the session's token is kept (spec section 9). */
const key = 'token';

type Listener = () => void;
const listeners = new Set<Listener>();

/** The token in local storage; null for a visitor, and where storage is closed to us. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeToken(token: string): void {
  localStorage.setItem(key, token);
  for (const listener of listeners) listener();
}

/** Forgets the token; given one, only if it is still that one: a late refusal must not end a newer session. */
export function clearToken(only?: string): void {
  if (only !== undefined && readToken() !== only) return;
  localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** Calls back when the token changes, here or in another tab. */
export function subscribeToken(listener: Listener): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', otherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
}
