import type { Feed, FeedPeriod } from '@dev-connector/contract';
import { MessagesSquare, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/Button';
import { EmptyState } from '../../../ui/states/EmptyState';
import { Suggestions } from '../../follows/Suggestions';
import { newPostId } from './NewPost';

/** Says that a feed has no posts, and what to do. */
export const EmptyFeed = ({ feed, period }: { feed: Feed; period: FeedPeriod }): ReactNode =>
  ({
    latest: (
      <EmptyState
        icon={<MessagesSquare />}
        title="No posts found..."
        action={<Button onClick={() => document.getElementById(newPostId)?.focus()}>Write the first post</Button>}
      >
        Ask a question, or say what you are working on.
      </EmptyState>
    ),
    following: <EmptyFollowing />,
    top: (
      <EmptyState
        icon={<MessagesSquare />}
        title="No top posts in this period"
        action={
          period !== 'year' && (
            <Link to="/dev/posts/top?period=year" className={buttonClass()}>
              Show the year
            </Link>
          )
        }
      >
        Posts appear here a few minutes after somebody likes or comments on them.
      </EmptyState>
    ),
    unanswered: (
      <EmptyState icon={<MessagesSquare />} title="Nothing is waiting for an answer">
        Every post that is open for comments has one.
      </EmptyState>
    ),
  })[feed];

const EmptyFollowing = () => (
  <>
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
    <div className="mx-auto max-w-md border-line border-t py-6 min-[68.75rem]:hidden">
      <Suggestions count={5} />
    </div>
  </>
);
