import type { Account } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { useMediaQuery } from '../../ui/browser/useMediaQuery';
import { lazyPart } from '../../ui/lazy-part';
import { SkeletonTables } from '../../ui/states/Skeleton';
import { NoProfile } from '../profiles/NoProfile';
import { OwnProfile } from '../profiles/OwnProfile';
import { ownProfileQuery } from '../profiles/profile-queries';
import { Credentials } from './Credentials';
import { ProfileLinks } from './ProfileLinks';
import { Checklist } from './setup/Checklist';
import type { Setup } from './setup/setup-state';

const Latest = lazyPart(async () => (await import('./Latest')).Latest);
const DeleteAccount = lazyPart(async () => (await import('../settings/DeleteAccount')).DeleteAccount);

interface OverviewProps {
  account: Account;
  setup: Setup;
  onHideChecklist: () => void;
}

/** The member's profile, with their drafts, posts, bookmarks and followers on its right or below it. The part below waits for the profile, so that nothing moves. */
export function Overview({ account, setup, onHideChecklist }: OverviewProps) {
  const { data: ownProfile, isPending } = useQuery(ownProfileQuery);
  const isWide = useMediaQuery('(width >= 64rem)');
  const checklist = ownProfile !== undefined && <Checklist account={account} profile={ownProfile} setup={setup} onHide={onHideChecklist} />;
  return (
    <div className="dashboard-columns">
      {!isWide && checklist}
      <div className="flex min-w-0 flex-col gap-8">
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
      <div className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {isWide && checklist}
        {!isPending && <Latest accountId={account._id} />}
      </div>
      {!isPending && <DeleteAccount />}
    </div>
  );
}
