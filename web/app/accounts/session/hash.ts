import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

let last = '';

/** A link within the page (to its main part) puts a name there too: that is no secret, and must not make the one before forgotten. */
function read(): string {
  const hash = location.hash.slice(1);
  if (!document.getElementById(hash)) last = hash;
  return last;
}

/** What stands behind the `#` of the address: a link's secret, which browsers do not send, and so no log keeps. Undefined on the server and until hydration. */
export const useHash = (): string | undefined => useSyncExternalStore<string | undefined>(subscribe, read, () => undefined);
