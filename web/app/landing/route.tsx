import { Link, Navigate } from 'react-router';
import { useRegistration } from '../accounts/session/registration';
import { useSession } from '../accounts/session/session';
import { siteName } from '../ui/title';
import { Preview } from './Preview';

export const meta = () => [
  { title: siteName },
  { name: 'description', content: 'Create a developer profile/portfolio, share posts and get help from other developers' },
];

export default function Landing() {
  const open = useRegistration() !== 'closed';
  if (useSession().status === 'member') return <Navigate to="/dev/dashboard" replace />;
  return (
    <div className="for-visitors mx-auto grid max-w-[72rem] items-center gap-x-16 gap-y-12 px-4 py-12 lg:grid-cols-2 lg:py-24">
      <section className="flex flex-col items-start gap-6">
        <h1 className="text-balance font-semibold text-4xl tracking-tight">Developer Connector</h1>
        <p className="muted max-w-md text-lg">Create a developer profile/portfolio, share posts and get help from other developers</p>
        <div className="flex gap-3">
          {open && (
            <Link to="/dev/register" className="btn btn-primary">
              Sign Up
            </Link>
          )}
          <Link to="/dev/login" className="btn border-base-300 bg-base-100">
            Login
          </Link>
        </div>
        <p className="muted text-base">
          Or look around first:{' '}
          <Link to="/dev/profiles" className="link link-primary">
            browse the developers
          </Link>
          , or{' '}
          <Link to="/dev/formatter" reloadDocument className="link link-primary">
            format some JSON
          </Link>
        </p>
      </section>
      <Preview />
    </div>
  );
}
