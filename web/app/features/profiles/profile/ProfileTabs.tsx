import type { Profile } from '@dev-connector/contract';
import { Link, NavLink } from 'react-router';

/** Tabs of the profile, then links to a section of the first tab and to the résumé, which is another page. */
export const ProfileTabs = ({ profile: { user, githubusername } }: { profile: Profile }) => {
  const path = `/dev/profile/${user._id}`;
  return (
    <nav aria-label="Parts of the profile" className="tabs print:hidden">
      <NavLink to={path} end>
        About
      </NavLink>
      <NavLink to={`${path}/posts`}>Posts</NavLink>
      <div className="ms-auto flex items-center gap-5 py-0 text-sm">
        {githubusername && (
          <Link to={`${path}#repositories`} className="link tap content-center">
            Repositories
          </Link>
        )}
        <a href={`${path}/resume`} className="link tap content-center">
          Résumé
        </a>
      </div>
    </nav>
  );
};
