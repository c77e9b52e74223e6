import type { Account, Profile } from '@dev-connector/contract';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../accounts/session/session';
import type { ScreenHandle } from '../../context';
import { titleMeta } from '../../site/meta';
import { Screen } from '../../ui/Screen';
import { SkeletonTables, SkeletonText } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { NoProfile } from '../NoProfile';
import { OwnProfile } from '../OwnProfile';
import { Checklist } from '../setup/Checklist';
import { firstRunSteps, useSetup } from '../setup/setup-state';
import { Credentials } from './Credentials';

const FirstRun = lazy(async () => ({ default: (await import('../setup/FirstRun')).FirstRun }));
const MyDrafts = lazy(async () => ({ default: (await import('../../drafts/MyDrafts')).MyDrafts }));
const DeleteAccount = lazy(async () => ({ default: (await import('../../accounts/DeleteAccount')).DeleteAccount }));

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta('Dashboard');

const placeholder = '\u00a0'; // reserves the line while the account loads

export default function Dashboard() {
  const { account } = useSession();
  return (
    <Screen heading="Dashboard" lead={account ? <Welcome name={account.name} /> : placeholder} width="wide">
      {/* The height of an ordinary profile, so that nothing moves when it arrives. */}
      <div className="flex min-h-96 flex-col gap-8">
        <OwnProfile placeholder={<SkeletonTables />}>{(profile) => account && <Overview account={account} profile={profile} />}</OwnProfile>
      </div>
      <div className="flex max-w-3xl flex-col gap-8 pt-4">
        <Suspense>
          {account && <MyDrafts accountId={account._id} />}
          <Link to="/dev/bookmarks" className="tap link inline-flex items-center self-start">
            My bookmarks
          </Link>
          <DeleteAccount />
        </Suspense>
      </div>
    </Screen>
  );
}

const Welcome = ({ name }: { name: string }) => (
  <>
    Welcome <UserText text={name} />
  </>
);

function Overview({ account, profile }: { account: Account; profile: Profile | null }) {
  const [setup, update] = useSetup(account._id);
  const step = setup.step ?? (profile ? firstRunSteps.length : 0);
  const isNew = step < firstRunSteps.length;
  return (
    <>
      {profile && <ProfileLinks userId={account._id} />}
      <div className="flex flex-col gap-x-12 gap-y-8 lg:grid lg:grid-cols-[minmax(0,48rem)_minmax(11rem,1fr)]">
        <div className="empty:hidden lg:order-1">
          {!isNew && <Checklist userId={account._id} profile={profile} setup={setup} onHide={() => update({ hidden: true })} />}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {profile ? <Credentials profile={profile} /> : <NoProfile />}
          {isNew && (
            <Suspense fallback={<SkeletonText lines={6} />}>
              <FirstRun
                account={account}
                profile={profile}
                step={step}
                onStep={(next) => update({ step: next, ...(step === 0 && { named: true }) })}
              />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

const ProfileLinks = ({ userId }: { userId: string }) => (
  <nav aria-label="My profile" className="flex flex-wrap gap-2">
    <Link to="/dev/edit-profile" className="btn">
      Edit Profile
    </Link>
    <Link to="/dev/add-experience" className="btn">
      Add Experience
    </Link>
    <Link to="/dev/add-education" className="btn">
      Add Education
    </Link>
    <Link to={`/dev/profile/${userId}`} className="btn btn-ghost">
      View public profile
    </Link>
  </nav>
);
