import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { pageRequest } from '../context';
import { SessionEnded } from '../features/accounts/session/SessionEnded';
import { useTokenAttribute } from '../features/accounts/session/StoredToken';
import { useSession } from '../features/accounts/session/session';
import { siteOf } from '../features/site/meta';
import type { ShellData } from '../features/site/site';
import { focusMain, focusWhenPresent } from '../ui/browser/focus';
import { registerServiceWorker } from '../ui/browser/service-worker';
import { whenIdle } from '../ui/browser/when-idle';
import { isTyping } from '../ui/keys/typing';
import { lazyPart } from '../ui/lazy-part';
import type { Route } from './+types/route';
import { Alerts } from './Alerts';
import { Footer } from './Footer';
import { NavigationBar } from './navigation/NavigationBar';

// These load after the screen. Without them it has no live updates, no shortcuts and no help for older browsers.
const Live = lazyPart(
  async () => {
    await whenIdle();
    return (await import('../features/live/Live')).Live;
  },
  { missing: null },
);
const Commands = lazyPart(async () => (await import('./shortcuts/Commands')).Commands, { missing: null });

export const meta: Route.MetaFunction = ({ matches }) => [{ title: siteOf(matches).title }];

/** Data for all screens, loaded once per document. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { registration, sendsMail, fetchesPictures, site, origin } = context.get(pageRequest);
  return { registration, sendsMail, fetchesPictures, site, origin } satisfies ShellData;
};

export const shouldRevalidate = () => false;

/** Shell of every screen: navigation bar, alerts and main content. */
export default function Shell() {
  const session = useSession();
  useTokenAttribute(session.status);
  const announcement = useScreenChange();
  // The offline page (server/src/features/offline).
  useEffect(() => registerServiceWorker('/dev/service-worker.js', '/dev/'), []);
  return (
    <>
      <a href="#main" className="btn btn-primary skip-link">
        Skip to content
      </a>
      <NavigationBar session={session} />
      <SessionEnded />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
      <Alerts />
      {session.status === 'member' && <Live />}
      <Commands isMember={session.status === 'member'} />
    </>
  );
}

/**
 * Moves the focus after a client-side navigation, as browsers do after a page load: to the element that the address names, such as the field for a new post, or to
 * the main content, unless the viewer types in the bar. Announces the title.
 */
function useScreenChange(): string {
  const [announcement, setAnnouncement] = useState('');
  const { pathname, hash, key } = useLocation();
  const shown = useRef({ pathname, key });
  useEffect(() => {
    const previous = shown.current;
    shown.current = { pathname, key };
    if (previous.key === key) return;
    if (previous.pathname !== pathname) {
      if (!hash && !isTyping(document.activeElement)) focusMain();
      setAnnouncement(document.title);
    }
    if (hash) return focusWhenPresent(hash.slice(1));
  }, [pathname, hash, key]);
  return announcement;
}
