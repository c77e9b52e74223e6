import type { Account, Profile } from '@dev-connector/contract';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { SkeletonTables } from '../../ui/states/Skeleton';
import { NoProfile } from '../profiles/NoProfile';
import { OwnProfile } from '../profiles/OwnProfile';
import { Credentials } from './Credentials';
import { ProfileLinks } from './ProfileLinks';
import { Checklist } from './setup/Checklist';
import type { Setup } from './setup/setup-state';

const MyDrafts = lazy(async () => ({ default: (await import('../drafts/MyDrafts')).MyDrafts }));
const DeleteAccount = lazy(async () => ({ default: (await import('../settings/DeleteAccount')).DeleteAccount }));

interface OverviewProps {
  account: Account;
  /** Undefined while it loads, and null if the member has none. */
  profile: Profile | null | undefined;
  setup: Setup;
  onHideChecklist: () => void;
}

/** The member's profile, and beside it what else is theirs. */
export function Overview({ account, profile: ownProfile, setup, onHideChecklist }: OverviewProps) {
  return (
    <div className="flex flex-col gap-x-12 gap-y-8 lg:grid lg:gap-y-0 lg:grid-cols-[minmax(0,48rem)_minmax(17rem,1fr)] lg:grid-rows-[auto_1fr_auto]">
      <div className="empty:hidden lg:col-start-2 lg:row-start-1 lg:pb-8">
        {ownProfile !== undefined && <Checklist userId={account._id} profile={ownProfile} setup={setup} onHide={onHideChecklist} />}
      </div>
      {/* The height of an ordinary profile, so that nothing moves when it arrives. */}
      <div className={`flex min-w-0 flex-col gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 ${ownProfile === null ? '' : 'min-h-96'}`}>
        <OwnProfile placeholder={<SkeletonTables />}>
          {(profile) =>
            profile ? (
              <>
                <ProfileLinks>
                  <Link to={`/dev/profile/${account._id}`} className={buttonClass('ghost')}>
                    View public profile
                  </Link>
                </ProfileLinks>
                <Credentials profile={profile} />
              </>
            ) : (
              <NoProfile />
            )
          }
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
