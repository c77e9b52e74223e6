import { Link } from 'react-router';

/** The way out of a member's form. */
export function GoBack() {
  return (
    <Link to="/dev/dashboard" className="btn">
      Go Back
    </Link>
  );
}
