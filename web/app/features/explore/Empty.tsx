import { Globe } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/states/EmptyState';
import { UserText } from '../../ui/UserText';
import { useSession } from '../accounts/session/session';
import type { PublicList } from '../posts/public/public-queries';
import { useRegistration } from '../site/site';
import { pathOf } from './exploration';

/** Says why a list has no posts, and leads to one that may have some. */
export function Empty({ list: { tag, feed, cursor } }: { list: PublicList }) {
  const isMember = useSession().status === 'member';
  const closed = useRegistration() === 'closed';
  if (cursor)
    return (
      <EmptyState icon={<Globe />} title="No more posts" action={<Action to={pathOf({ tag, feed })}>First page</Action>}>
        The posts of this page may have been deleted.
      </EmptyState>
    );
  if (tag)
    return (
      <EmptyState
        icon={<Globe />}
        title={
          <>
            No public posts with <UserText text={`#${tag}`} />
          </>
        }
        action={
          <Action to={isMember ? `/dev/tags/${encodeURIComponent(tag)}` : pathOf({})}>
            {isMember ? 'Posts of members' : 'All public posts'}
          </Action>
        }
      >
        {isMember ? 'There may be posts for members.' : 'Members may have written some for members only.'}
      </EmptyState>
    );
  if (feed === 'top')
    return (
      <EmptyState icon={<Globe />} title="No top posts yet" action={<Action to={pathOf({})}>Newest posts</Action>}>
        Public posts of the last year appear here once others like or discuss them. The list is updated every ten minutes.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Globe />}
      title="No public posts yet"
      action={isMember ? <Action to="/dev/posts#new-post">Write a post</Action> : !closed && <Action to="/dev/register">Sign Up</Action>}
    >
      Posts are for members unless their author makes them public.
    </EmptyState>
  );
}

const Action = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={buttonClass('primary')}>
    {children}
  </Link>
);
