import { Link, NavLink, useLocation } from 'react-router';
import { SignInMark } from '../../accounts/session/SignInMark';

/** Tabs of the profile, then links to a section of the first tab and to the profile as a résumé. */
export const ProfileTabs = ({ id, hasRepositories }: { id: string; hasRepositories: boolean | undefined }) => {
  const path = `/dev/profile/${id}`;
  const address = useLocation().pathname.replace(/\/posts$/, '');
  // Plain links, because the server renders these documents.
  const resumes = [
    { name: 'Résumé', href: `${path}/resume` },
    { name: 'PDF', href: `${path}/resume.pdf` },
    { name: 'JSON', href: `/api/profile/user/${id}/resume` },
  ];
  return (
    <nav aria-label="Parts of the profile" className="tabs print:hidden">
      <NavLink to={address} end>
        About
      </NavLink>
      <NavLink to={`${address}/posts`}>
        Posts
        <SignInMark />
      </NavLink>
      <div className="ms-auto flex items-center gap-5 py-0 max-sm:gap-4 text-sm">
        {hasRepositories && (
          <Link to={`${address}#repositories`} className="link tap content-center">
            Repositories
          </Link>
        )}
        <ul aria-label="Résumé" className="flex gap-3">
          {resumes.map(({ name, href }) => (
            <li key={name} className="flex">
              <a href={href} className="link tap content-center">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
};
