import type { Profile } from '@dev-connector/contract';

/** Links to the sections of a long profile. */
export function Index({ profile: { bio, githubusername } }: { profile: Profile }) {
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
