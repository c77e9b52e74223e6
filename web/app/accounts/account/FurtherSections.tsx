import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FollowSettings } from '../../follows/FollowSettings';
import { followStateQuery } from '../../follows/follow-queries';
import { ownFollowsQuery } from '../../follows/own-follows';
import { SkeletonText } from '../../ui/states/Skeleton';
import { sessionsQuery } from '../account-queries';
import { DeleteAccount } from '../DeleteAccount';
import { useSession } from '../session/session';
import { Activity } from './Activity';
import { Appearance } from './Appearance';
import { Sessions } from './Sessions';
import { YourData } from './YourData';

/** The sections of the account screen that load data, and those below them. They appear together, so that none moves. */
export default function FurtherSections() {
  const { account } = useSession();
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 });
  const follows = useQuery({ ...followStateQuery(account?._id ?? ''), enabled: account !== undefined });
  const tags = useQuery(ownFollowsQuery);
  const [waits, setWaits] = useState(true);
  if (waits && !sessions.isPending && !follows.isPending && !tags.isPending) setWaits(false);

  // A link may lead to a section that appears only now.
  useEffect(() => {
    if (!waits) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [waits]);

  if (waits) return <SkeletonText lines={6} />;
  return (
    <>
      <Sessions />
      <Appearance />
      <Activity />
      <FollowSettings />
      <YourData />
      <DeleteAccount />
    </>
  );
}
