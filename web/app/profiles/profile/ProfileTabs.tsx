import type { Profile } from '@dev-connector/contract';
import { Link, NavLink } from 'react-router';

/** Links to the parts of a profile in the shape of tabs: sections of the profile page, the member's posts, and the résumé, which the server renders. */
export function ProfileTabs({ profile: { user, githubusername } }: { profile: Profile }) {
  const profile = `/dev/profile/${user._id}`;
  return (
    <nav aria-label="Parts of the profile" className="tabs mt-2 print:hidden">
      <NavLink to={profile} end>
        About
      </NavLink>
      <NavLink to={`${profile}/posts`}>Posts</NavLink>
      {githubusername && <Link to={`${profile}#repositories`}>Repositories</Link>}
      <a href={`${profile}/resume`}>Résumé</a>
    </nav>
  );
}
