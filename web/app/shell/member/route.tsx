import { Navigate, Outlet, useLocation } from 'react-router';
import { loginAddress } from '../../accounts/session/address';
import { useSession, useToken } from '../../accounts/session/session';
import type { ScreenHandle } from '../../context';
import { Spinner } from '../../ui/Spinner';
import { Loading } from '../outcomes/Loading';

export const handle: ScreenHandle = { needsScript: true };

/** The guard of every member screen: a visitor is sent to sign in, and comes back afterwards to where they wanted to go. */
export default function MemberScreens() {
  const token = useToken();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (token === null) return <Navigate to={loginAddress(pathname + search)} replace />;
  if (session.status === 'failed') return <Loading of={session.load} message="Your account could not be loaded" />;
  // With a token the screen starts to load its data beside the account: one round trip, not two.
  // Another member begins with screens of their own: no form keeps what it held.
  return token === undefined ? <BeforeScript /> : <Outlet key={token} />;
}

const BeforeScript = () => (
  <>
    <noscript>
      <p className="px-4 py-8 text-center">
        This part of the site needs JavaScript, which is switched off in your browser. Without it you can read of{' '}
        <a href="/dev/profiles" className="link link-primary">
          the developers
        </a>{' '}
        and the{' '}
        <a href="/" className="link link-primary">
          résumé
        </a>
        .
      </p>
    </noscript>
    <Spinner />
  </>
);
