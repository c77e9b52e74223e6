import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { dismissSessionEnded, subscribeToken, wasSessionEnded } from '../../../api/token';
import { loginUrl } from './login-redirect';

/** Whether the server has ended this page's session. False during server rendering and until hydration. */
const useSessionEnded = (): boolean => useSyncExternalStore(subscribeToken, wasSessionEnded, () => false);

/**
 * Banner that says the session has ended. Unlike an alert it stays until the member signs in again or dismisses it, because it may appear while nobody is
 * looking. The live region is rendered from the start, so that screen readers announce the change.
 */
export function SessionEnded() {
  const ended = useSessionEnded();
  const { pathname, search } = useLocation();
  return (
    <div role="log" aria-label="Session">
      {ended && (
        <div className="border-line border-b bg-accent/10">
          <div className="mx-auto flex max-w-[72rem] items-center gap-3 px-4 py-2 text-sm">
            <p className="grow">
              You have been signed out: your session was ended or has expired.{' '}
              {pathname === '/dev/login' ? (
                'Sign in again to continue where you left off.'
              ) : (
                <Link to={loginUrl(pathname + search)} className="link">
                  Sign in again
                </Link>
              )}
            </p>
            <button type="button" className="btn btn-ghost btn-icon btn-sm" aria-label="Dismiss" onClick={dismissSessionEnded}>
              <X />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
