import type { Account, Profile } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScreenHandle } from '../../context';
import { lazyPart } from '../../ui/lazy-part';
import { Screen } from '../../ui/Screen';
import { SkeletonTables } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { useSession } from '../accounts/session/session';
import { ownProfileQuery } from '../profiles/profile-queries';
import { titleMeta } from '../site/meta';
import { Overview } from './Overview';
import { firstRunSteps, useSetup } from './setup/setup-state';

const FirstScreens = lazyPart(async () => (await import('./setup/FirstScreens')).FirstScreens, { fallback: <SkeletonTables /> });

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta('Dashboard');

const placeholder = '\u00a0'; // reserves the line while the account loads

export default function Dashboard() {
  const { account } = useSession();
  const { data: profile } = useQuery(ownProfileQuery); // requested together with the account
  return (
    <Screen heading="Dashboard" lead={account ? <Welcome name={account.name} /> : placeholder} width="wide">
      {account ? (
        <Content account={account} profile={profile} />
      ) : (
        <div className="dashboard-columns">
          <SkeletonTables />
        </div>
      )}
    </Screen>
  );
}

const Welcome = ({ name }: { name: string }) => (
  <>
    Welcome <UserText text={name} />
  </>
);

/** The first steps of a new member, then the overview. `profile` is undefined while it loads, and null if the member has none. */
function Content({ account, profile }: { account: Account; profile: Profile | null | undefined }) {
  const [setup, update] = useSetup(account._id);
  // The first step creates a profile, and the others follow.
  const [isNew, setIsNew] = useState<boolean>();
  if (isNew === undefined && profile !== undefined) setIsNew(profile === null);
  const step = setup.step ?? (isNew ? 0 : firstRunSteps.length);
  if (profile === undefined || step >= firstRunSteps.length)
    return <Overview account={account} setup={setup} onHideChecklist={() => update({ hidden: true })} />;
  return <FirstScreens account={account} profile={profile} step={step} onStep={(next) => update({ step: next })} />;
}
