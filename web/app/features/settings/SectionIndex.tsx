import { useCurrentSection } from './useCurrentSection';

const index = [
  ['name', 'Name and e-mail'],
  ['picture', 'Picture'],
  ['password', 'Password'],
  ['sessions', 'Where you are signed in'],
  ['notifications', 'Notifications'],
  ['appearance', 'Appearance'],
  ['activity', 'Activity'],
  ['follows', 'Follows and tags'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;
const ids = index.map(([id]) => id);

/** Links to the sections. A column on wide screens, which marks the current section; otherwise a row that scrolls. */
export function SectionIndex() {
  const current = useCurrentSection(ids);
  return (
    <ul className="-ml-2 sticky top-[calc(var(--bar)+1.5rem)] flex lg:flex-col max-lg:static max-lg:-mr-4 max-lg:mb-6 max-lg:overflow-x-auto max-lg:whitespace-nowrap">
      {index.map(([id, label]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="menu-item text-muted hover:text-ink lg:aria-[current]:bg-sunken lg:aria-[current]:font-medium lg:aria-[current]:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
