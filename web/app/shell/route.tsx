import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SessionEnded } from '../accounts/session/SessionEnded';
import { useTokenAttribute } from '../accounts/session/StoredToken';
import { useSession } from '../accounts/session/session';
import { pageRequest } from '../context';
import { siteOf } from '../site/meta';
import type { ShellData } from '../site/site';
import { focusMain } from '../ui/focus';
import type { Route } from './+types/route';
import { Alerts } from './alerts/Alerts';
import { Footer } from './Footer';
import { NavigationBar } from './NavigationBar';
import { registerServiceWorker } from './service-worker';

export const meta: Route.MetaFunction = ({ matches }) => [{ title: siteOf(matches).title }];

/** Data for all screens, loaded once per document. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { registration, site, origin } = context.get(pageRequest);
  return { registration, site, origin } satisfies ShellData;
};

export const shouldRevalidate = () => false;

/** Shell of every screen: navigation bar, alerts and main content. */
export default function Shell() {
  const { status } = useSession();
  useTokenAttribute(status);
  const announcement = useScreenChange();
  // The offline page (server/src/offline).
  useEffect(() => registerServiceWorker('/dev/service-worker.js', '/dev/'), []);
  return (
    <>
      <a href="#main" className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50">
        Skip to content
      </a>
      <NavigationBar status={status} />
      <Alerts />
      <SessionEnded />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] outline-none">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** Moves the focus to the main content and announces the title after a client-side navigation, as browsers do after a page load. */
function useScreenChange(): string {
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
