import { lazy, Suspense } from 'react';
import { Screen } from '../../ui/Screen';
import { titleMeta } from '../site/meta';
import { ChangePassword } from './ChangePassword';
import { NameAndEmail } from './NameAndEmail';
import { Picture } from './Picture';
import { SectionIndex } from './SectionIndex';

const FurtherSections = lazy(() => import('./FurtherSections'));

export const meta = titleMeta('Account');

export default function AccountScreen() {
  return (
    <Screen heading="Account" width="wide">
      <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-12">
        <nav aria-label="On this page" className="max-lg:hidden">
          <SectionIndex />
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
