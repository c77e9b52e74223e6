import { useSession } from '../accounts/session/session';
import { FollowToggle } from './FollowToggle';
import { useFollow, useFollowing } from './follow-queries';

interface FollowPersonProps {
  user: { _id: string; name: string };
  /** Whether the viewer followed the member when the list was loaded. */
  following: boolean;
}

/** Follows a member of a list. Renders nothing for the viewer themself. */
export function FollowPerson({ user: { _id: id, name }, following }: FollowPersonProps) {
  const { account } = useSession();
  const follow = useFollow(id);
  const current = useFollowing(id, following);
  if (!account || account._id === id) return null;
  return <FollowToggle size="sm" name={name} following={current} onFollow={follow} />;
}
