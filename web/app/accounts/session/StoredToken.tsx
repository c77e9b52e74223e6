import { useContext, useEffect } from 'react';
import { Nonce } from '../../context';
import type { Session } from './session';

/**
 * Sets `data-token` on the root element before the first paint if the browser stores a token, so that visitor-only content (styles/components.css) does not flash while the
 * account loads. The server always renders the page for a visitor, so it works without JavaScript.
 */
export function StoredToken() {
  return (
    <script
      nonce={useContext(Nonce)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "try{if(localStorage.getItem('token'))document.documentElement.dataset.token=''}catch{}" }}
    />
  );
}

/** Keeps `data-token` in sync with the session status. */
export function useTokenAttribute(status: Session['status']): void {
  useEffect(() => {
    if (status === 'visitor') delete document.documentElement.dataset.token;
    if (status === 'member') document.documentElement.dataset.token = '';
  }, [status]);
}
