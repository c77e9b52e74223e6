import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SessionOver } from '../accounts/session/SessionOver';
import { useTokenMark } from '../accounts/session/StoredToken';
import { useSession } from '../accounts/session/session';
import { pageRequest } from '../context';
import { focusMain } from '../ui/focus';
import { siteName } from '../ui/title';
import type { Route } from './+types/route';
import { Alerts } from './alerts/Alerts';
import { NavigationBar } from './NavigationBar';

export const meta = () => [{ title: siteName }];

/** What the whole network is told by the server, once a document. */
export const loader = ({ context }: Route.LoaderArgs) => ({ registration: context.get(pageRequest).registration });

export const shouldRevalidate = () => false;

/** The network's shell: the bar, the alerts, and a screen. */
export default function Network() {
  const { status } = useSession();
  useTokenMark(status);
  const announcement = useNewScreen();
  return (
    <>
      <a href="#main" className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50">
        Skip to content
      </a>
      <NavigationBar status={status} />
      <Alerts />
      <SessionOver />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
    </>
  );
}

/** A browser that loads a page moves the focus to its start and reads its title; so do we when the script changes the screen. */
function useNewScreen(): string {
  const [announcement, setAnnouncement] = useState('');
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusMain();
    setAnnouncement(document.title);
  }, [pathname]);
  return announcement;
}
