import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Links to the screen that changes the member's profile, and to others. */
export const ProfileLinks = ({ children }: { children?: ReactNode }) => (
  <nav aria-label="My profile" className="flex flex-wrap gap-2">
    <Link to="/dev/edit-profile" className="btn">
      Edit Profile
    </Link>
    {children}
  </nav>
);
