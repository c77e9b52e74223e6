import { lazy, Suspense } from 'react';
import { Screen } from '../../ui/Screen';
import { titleMeta } from '../site/meta';
import { ChangePassword } from './ChangePassword';
import { NameAndEmail } from './NameAndEmail';
import { Picture } from './Picture';
import { useCurrentSection } from './useCurrentSection';

const FurtherSections = lazy(() => import('./FurtherSections'));

export const meta = titleMeta('Account');

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

export default function AccountScreen() {
  const current = useCurrentSection(ids);
  return (
    <Screen heading="Account" width="wide">
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
        <nav aria-label="On this page" className="max-lg:hidden">
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
        </nav>
        <div className="flex min-w-0 max-w-[36rem] flex-col gap-10">
          <NameAndEmail />
          <Picture />
          <ChangePassword />
          <Suspense>
            <FurtherSections />
          </Suspense>
        </div>
      </div>
    </Screen>
  );
}
