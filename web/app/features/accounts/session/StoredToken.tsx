import { useContext, useEffect } from 'react';
import { useMatches } from 'react-router';
import { earlyRequestsScript } from '../../../api/early-requests';
import { Nonce } from '../../../context';
import { keepEarlyPalette } from '../../../ui/keys/early-palette';
import type { Session } from './session';

/**
 * If the browser stores a token: sets `data-token` on the root element before the first paint, so that visitor-only content (styles/components.css) does not flash
 * while the account loads, and requests the account and the data of the screen. Remembers the keys of the command palette. The server always renders the page for a visitor, so it works without JavaScript.
 */
export function StoredToken() {
  const matches = useMatches();
  return (
    <script
      nonce={useContext(Nonce)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `${earlyRequestsScript(matches.at(-1))};(${keepEarlyPalette})()` : '' }}
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
