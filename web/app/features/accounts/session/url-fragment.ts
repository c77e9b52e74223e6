import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

let lastSecret = '';

/** Ignores fragments that name an element of the page, such as the skip link's, so that they do not replace the secret. */
function readFragment(): string {
  const fragment = location.hash.slice(1);
  if (!document.getElementById(fragment)) lastSecret = fragment;
  return lastSecret;
}

/** The URL fragment, which carries a link's secret: browsers do not send it, so it appears in no log. Undefined on the server and until hydration. */
export const useUrlFragment = (): string | undefined => useSyncExternalStore<string | undefined>(subscribe, readFragment, () => undefined);
