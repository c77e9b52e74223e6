import { Navigate, Outlet, useLocation } from 'react-router';
import { loginAddress } from '../../session/address';
import { useSession, useToken } from '../../session/session';
import { LoadFailure } from '../../ui/LoadFailure';
import { Spinner } from '../../ui/Spinner';

/** The guard of every member screen: a visitor is sent to sign in, and comes back afterwards to where they wanted to go. */
export default function MemberScreens() {
  const token = useToken();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (token === null) return <Navigate to={loginAddress(pathname + search)} replace />;
  if (session.status === 'failed') return <LoadFailure message="Your account could not be loaded" onRetry={session.retry} />;
  // With a token the screen starts to load its data beside the account: one round trip, not two.
  return token === undefined ? <Spinner /> : <Outlet />;
}
