import { UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';

/** The feed Following without posts. */
export default function EmptyFollowing() {
  return (
    <EmptyState
      icon={<UsersRound />}
      title="Follow people or tags to fill this feed"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Link to="/dev/profiles" className={buttonClass()}>
            Find developers
          </Link>
          <Link to="/dev/tags" className={buttonClass()}>
            Browse tags
          </Link>
        </span>
      }
    >
      Their posts appear here, newest first.
    </EmptyState>
  );
}
