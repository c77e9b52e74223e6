import { Link, Navigate } from 'react-router';
import { useSession } from '../../session/session';

export default function Landing() {
  if (useSession().status === 'member') return <Navigate to="/dev/dashboard" replace />;
  return (
    <section className="for-visitors mx-auto flex max-w-[72rem] flex-col gap-6 px-4 py-16">
      <h1 className="font-semibold text-4xl">Developer Connector</h1>
      <p className="muted max-w-xl text-lg">Create a developer profile/portfolio, share posts and get help from other developers</p>
      <div className="flex gap-3">
        <Link to="/dev/register" className="btn btn-primary">
          Sign Up
        </Link>
        <Link to="/dev/login" className="btn">
          Login
        </Link>
      </div>
    </section>
  );
}
