import { useContext, useEffect } from 'react';
import { Nonce } from '../../context';
import type { Session } from './session';

/**
 * Marks the page, before its first paint, when this browser holds a token: what is shown to visitors alone then stays hidden (app.css) until the member
 * is loaded, instead of flashing by. The page itself comes from the server as a visitor sees it, and so it works without script.
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

/** Takes the mark away once it is known that nobody is signed in, and sets it for a member. */
export function useTokenMark(status: Session['status']): void {
  useEffect(() => {
    if (status === 'visitor') delete document.documentElement.dataset.token;
    if (status === 'member') document.documentElement.dataset.token = '';
  }, [status]);
}
