import type { Account, Profile } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { ScreenHandle } from '../../context';
import { Screen } from '../../ui/Screen';
import { SkeletonTables, SkeletonText } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { useSession } from '../accounts/session/session';
import { NoProfile } from '../profiles/NoProfile';
import { OwnProfile } from '../profiles/OwnProfile';
import { ownProfileQuery } from '../profiles/profile-queries';
import { titleMeta } from '../site/meta';
import { Credentials } from './Credentials';
import { Checklist } from './setup/Checklist';
import { firstRunSteps, useSetup } from './setup/setup-state';

const FirstRun = lazy(async () => ({ default: (await import('./setup/FirstRun')).FirstRun }));
const MyDrafts = lazy(async () => ({ default: (await import('../drafts/MyDrafts')).MyDrafts }));
const DeleteAccount = lazy(async () => ({ default: (await import('../settings/DeleteAccount')).DeleteAccount }));

export const handle: ScreenHandle = { firstRequest: '/api/profile/me' };

export const meta = titleMeta('Dashboard');

const placeholder = '\u00a0'; // reserves the line while the account loads

export default function Dashboard() {
  const { account } = useSession();
  const { data: profile } = useQuery(ownProfileQuery); // requested together with the account
  return (
    <Screen heading="Dashboard" lead={account ? <Welcome name={account.name} /> : placeholder} width="wide">
      {account ? <Overview account={account} profile={profile} /> : <SkeletonTables />}
    </Screen>
  );
}

const Welcome = ({ name }: { name: string }) => (
  <>
    Welcome <UserText text={name} />
  </>
);

/** `profile` is undefined while it loads, and null if the member has none. */
function Overview({ account, profile: ownProfile }: { account: Account; profile: Profile | null | undefined }) {
  const [setup, update] = useSetup(account._id);
  const step = setup.step ?? (ownProfile ? firstRunSteps.length : 0);
  const isNew = step < firstRunSteps.length;
  return (
    <div className="flex flex-col gap-x-12 gap-y-8 lg:grid lg:gap-y-0 lg:grid-cols-[minmax(0,48rem)_minmax(17rem,1fr)] lg:grid-rows-[auto_1fr_auto]">
      <div className="empty:hidden lg:col-start-2 lg:row-start-1 lg:pb-8">
        {ownProfile !== undefined && !isNew && (
          <Checklist userId={account._id} profile={ownProfile} setup={setup} onHide={() => update({ hidden: true })} />
        )}
      </div>
      {/* The height of an ordinary profile, so that nothing moves when it arrives. */}
      <div className="flex min-h-96 min-w-0 flex-col gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <OwnProfile placeholder={<SkeletonTables />}>
          {(profile) => (
            <>
              {profile && <ProfileLinks userId={account._id} />}
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
            </>
          )}
        </OwnProfile>
      </div>
      <div className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-2">
        <Link to="/dev/bookmarks" className="tap link inline-flex items-center self-start">
          My bookmarks
        </Link>
        <Suspense>
          <MyDrafts accountId={account._id} />
        </Suspense>
      </div>
      <div className="lg:col-start-1 lg:row-start-3 lg:pt-8">
        <Suspense>
          <DeleteAccount />
        </Suspense>
      </div>
    </div>
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
