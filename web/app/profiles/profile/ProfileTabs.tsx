import type { Profile } from '@dev-connector/contract';
import { NavLink } from 'react-router';

/** Links to the parts of a profile in the shape of tabs: sections of the profile page, the member's posts, and the résumé, which the server renders. */
export const ProfileTabs = ({ profile: { user, githubusername } }: { profile: Profile }) => {
  const path = `/dev/profile/${user._id}`;
  return (
    <nav aria-label="Parts of the profile" className="tabs print:hidden">
      <NavLink to={path} end>
        About
      </NavLink>
      <NavLink to={`${path}/posts`}>Posts</NavLink>
      {githubusername && <a href={`${path}#repositories`}>Repositories</a>}
      <a href={`${path}/resume`}>Résumé</a>
    </nav>
  );
};
