import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Placeholder, SkeletonText } from '../../ui/states/Skeleton';
import { sessionsQuery, storageQuery } from '../accounts/account-queries';
import { useSession } from '../accounts/session/session';
import { FollowSettings } from '../follows/FollowSettings';
import { followStateQuery } from '../follows/follow-queries';
import { ownFollowsQuery } from '../follows/own-follows';
import { mailQuery } from '../notifications/mail-queries';
import { NotificationSettings } from '../notifications/NotificationSettings';
import { settingsQuery } from '../notifications/settings-queries';
import { Activity } from './Activity';
import { Appearance } from './Appearance';
import { DeleteAccount } from './DeleteAccount';
import { Sessions } from './Sessions';
import { YourData } from './YourData';

/** The sections of the account screen that load data, and those below them. They appear together, so that none moves. */
export default function FurtherSections() {
  const { account } = useSession();
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 });
  const follows = useQuery({ ...followStateQuery(account?._id ?? ''), enabled: account !== undefined });
  const tags = useQuery(ownFollowsQuery);
  const notifications = useQuery(settingsQuery);
  const mail = useQuery(mailQuery);
  const storage = useQuery(storageQuery);
  const [isLoading, setLoading] = useState(true);
  const queries = [sessions, follows, tags, notifications, mail, storage];
  if (isLoading && queries.every(({ isPending }) => !isPending)) setLoading(false);
  const sections = useRef<HTMLDivElement>(null);

  // A link may lead to a section that appears only now.
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && sections.current?.contains(target)) target.scrollIntoView();
  }, [isLoading]);

  if (isLoading)
    return (
      <Placeholder>
        <SkeletonText lines={6} />
      </Placeholder>
    );
  return (
    // The sections show a failure instead of requesting the data again (`retryOnMount`).
    <div ref={sections} className="contents">
      <Sessions />
      <NotificationSettings />
      <Appearance />
      <Activity />
      <FollowSettings />
      <YourData />
      <DeleteAccount />
    </div>
  );
}
