import { Link } from 'react-router';

/** Shown to a member who has no profile yet. */
export function NoProfile() {
  return (
    <div className="card flex flex-col items-start gap-4 p-6">
      <p>You have not yet setup a Profile. Please add some information</p>
      <Link to="/dev/create-profile" className="btn btn-primary">
        Create Profile
      </Link>
    </div>
  );
}
