import { Link } from 'react-router';

export function GoBack() {
  return (
    <Link to="/dev/dashboard" className="btn">
      Go Back
    </Link>
  );
}
