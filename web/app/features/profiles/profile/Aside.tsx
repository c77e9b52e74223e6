import type { Profile } from '@dev-connector/contract';
import { Skills } from '../../../ui/profile/Skills';
import { Part } from './Part';

/** Skills and résumé of a developer. */
export const Aside = ({ profile: { user, skills } }: { profile: Profile }) => (
  <div className="flex flex-col gap-8">
    <Part id="skills" heading="Skill Set">
      <Skills skills={skills} />
    </Part>
    <ResumeLinks id={user._id} />
  </div>
);

/** The profile as a résumé page, PDF and JSON. Plain links, because the server renders these documents. */
function ResumeLinks({ id }: { id: string }) {
  const page = `/dev/profile/${id}/resume`;
  const links = [
    { name: 'Résumé', href: page },
    { name: 'PDF', href: `${page}.pdf` },
    { name: 'JSON', href: `/api/profile/user/${id}/resume` },
  ];
  return (
    <ul aria-label="Résumé" className="flex flex-wrap gap-x-5 print:hidden">
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} className="link tap inline-flex items-center">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Number of entries from which a profile has an index. */
const minIndexed = 8;

/** Links to the sections of a long profile. */
export function Index({ profile: { bio, experience, education, githubusername } }: { profile: Profile }) {
  if (experience.length + education.length < minIndexed) return null;
  const sections = [
    bio && { id: 'bio', name: 'Bio' },
    { id: 'experience', name: 'Experience' },
    { id: 'education', name: 'Education' },
    githubusername && { id: 'repositories', name: 'Repositories' },
  ].filter((section) => typeof section === 'object');
  return (
    <nav aria-label="Sections" className="sticky top-[calc(var(--bar)+2rem)] mt-8 max-lg:hidden">
      <ul className="flex flex-col gap-1 border-line border-l">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-0.5 pl-4 text-muted hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
