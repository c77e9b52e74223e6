import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '../../ui/numbers';
import { useSession } from '../accounts/session/session';
import { FollowToggle } from './FollowToggle';
import { followStateQuery, useFollow } from './follow-queries';

/** On a profile: the numbers of followers and follows, and the button that follows the member; on the viewer's own, the link that edits it. */
export function ProfileActions({ id, name }: { id: string; name: string }) {
  const { account } = useSession();
  const { data: state } = useQuery(followStateQuery(id));
  const follow = useFollow(id);
  if (!account) return null;
  return (
    <>
      {/* Has its line before the numbers arrive. */}
      <p className="w-full *:not-last:me-3">
        {state ? (
          <>
            <Count to={`/dev/profile/${id}/followers`} number={state.followers} label={state.followers === 1 ? 'follower' : 'followers'} />
            <Count to={`/dev/profile/${id}/following`} number={state.following} label="following" />
          </>
        ) : (
          '\u00a0'
        )}
      </p>
      {account._id === id ? (
        <Link to="/dev/edit-profile" className="btn">
          Edit Profile
        </Link>
      ) : (
        state && (
          <>
            {state.viewer.followed && <span className="chip order-last text-muted lg:order-none">Follows you</span>}
            <FollowToggle name={name} following={state.viewer.following} onFollow={follow} />
          </>
        )
      )}
    </>
  );
}

const Count = ({ to, number, label }: { to: string; number: number; label: string }) => (
  <Link to={to} className="tap link-quiet inline-block content-center text-muted hover:text-ink">
    <span className="font-semibold text-ink tabular-nums">{formatNumber(number)}</span> {label}
  </Link>
);
