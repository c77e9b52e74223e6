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

/** Links to the sections, beside them on a wide screen. Marks the one that is being read. */
export function SectionIndex() {
  const current = useCurrentSection(ids);
  return (
    <ul className="-ml-2 sticky top-[calc(var(--bar)+1.5rem)] flex flex-col">
      {index.map(([id, label]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="menu-item text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
