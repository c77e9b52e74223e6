import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Loading } from '../../../feedback/Loading';
import { Screen } from '../../../ui/Screen';
import { SkeletonComposer, SkeletonFields, Skeletons, SkeletonTables } from '../../../ui/states/Skeleton';
import { useSite } from '../../site/site';
import { fromMemberScreen, loginUrl } from './login-redirect';
import { useSession, useToken } from './session';

/** Guard of the member screens. Redirects visitors to the login screen, which returns them after signing in. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const token = useToken();
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (token === null) return <Navigate to={loginUrl(pathname + search + hash)} state={fromMemberScreen} replace />;
  if (session.status === 'failed') return <Loading query={session.load} message="Your account could not be loaded" />;
  // Renders the screen before the account has loaded, so that both load in one round trip.
  // The key remounts the screen for another member, so that no form keeps its values.
  return token === undefined ? <BeforeScript /> : <Fragment key={token}>{children}</Fragment>;
}

function BeforeScript() {
  const { resume } = useSite();
  return (
    <>
      {/* React does not hydrate the content of `noscript`. */}
      <noscript>
        {import.meta.env.SSR && (
          <p className="px-4 py-8 text-center">
            This part of the site needs JavaScript, which is turned off in your browser. You can still read{' '}
            <a href="/dev/explore" className="link">
              public posts
            </a>
            ,{' '}
            <a href="/dev/profiles" className="link">
              browse developers
            </a>{' '}
            and see the{' '}
            <a href={resume} className="link">
              résumé
            </a>
            .
          </p>
        )}
      </noscript>
      <BeforeScreen />
    </>
  );
}

/** Placeholder of the screen in the server's HTML, with the same columns as the loaded screen. */
function BeforeScreen() {
  const { pathname } = useLocation();
  const path = pathname.slice('/dev/'.length);
  if (/^(posts|bookmarks|tags\/.)/.test(path))
    return (
      <Screen width="wide">
        <div className="post-columns">
          <div className="min-w-0">
            {/^posts(?!\/\d)/.test(path) ? (
              <div className={`feed-head ${/(top|unanswered)$/.test(path) ? 'with-rule' : ''}`}>
                <SkeletonComposer label="Say Something..." />
              </div>
            ) : (
              <div aria-hidden className="btn btn-sm invisible" /> // the link back
            )}
            <Skeletons count={5} />
          </div>
        </div>
      </Screen>
    );
  if (path === 'dashboard')
    return (
      <Screen heading="Dashboard" lead={'\u00a0'} width="wide">
        <div className="dashboard-columns">
          <SkeletonTables />
        </div>
      </Screen>
    );
  if (path === 'account')
    return (
      <Screen heading="Account" width="wide">
        <div className="account-columns">
          <div className="lg:col-start-2">
            <SkeletonFields />
          </div>
        </div>
      </Screen>
    );
  const isList = /^(notifications|tags|profile)/.test(path);
  return (
    <Screen width={isList ? 'reading' : 'form'}>
      <div aria-hidden className="noscript:hidden skeleton h-6 w-40" />
      {isList ? <Skeletons /> : <SkeletonFields />}
    </Screen>
  );
}
