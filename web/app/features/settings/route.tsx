import { Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-part';
import { Screen } from '../../ui/Screen';
import { titleMeta } from '../site/meta';
import { ChangePassword } from './ChangePassword';
import { NameAndEmail } from './NameAndEmail';
import { Picture } from './Picture';
import { SectionIndex } from './SectionIndex';

const FurtherSections = lazyComponent(async () => (await import('./FurtherSections')).default);

export const meta = titleMeta('Account');

export default function AccountScreen() {
  return (
    <Screen heading="Account" width="wide">
      <div className="account-columns">
        <nav aria-label="On this page">
          <SectionIndex />
        </nav>
        <div className="flex min-w-0 flex-col gap-10">
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
